import { CONVERSATION_MINUTES } from '@hakiki/contract/chat-values';
import { retention } from '@hakiki/contract/retention';
import type { Page } from '../page.ts';

const {
  contact,
  undecidedContact,
  evidence,
  receipts,
  messages,
  refusedReplies,
  maskedWords,
  sessions,
  signIns,
  limits,
  repeats,
  unconfirmed,
  letters,
  paymentNotices,
  webhookDeliveries,
  invitations,
  apiUsage,
} = retention;

export const privacy: Page = {
  title: 'Privacidade',
  description:
    'O que o Hakiki guarda sobre si, porquê e por quanto tempo, o que nunca é público, e como ver, corrigir ou apagar os seus dados.',
  lead: 'Guardamos o menos possível. Pode ler, pesquisar e comparar sem nos dizer quem é.',
  updated: '2026-11-19',
  sections: [
    {
      id: 'kept',
      heading: 'O que guardamos, e porquê',
      blocks: [
        {
          kind: 'text',
          text: '«Nós» quer dizer o operador deste site, cujos dados estão na [página de contacto](/contact).',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Quando só visita o site',
              text: 'Nada que diga o seu nome. Os registos dos nossos servidores não têm endereços de rede dos visitantes nem dados pessoais. Contra o abuso de um formulário, contamos por pouco tempo os pedidos de um endereço. Contamos também as páginas vistas, sem saber por quem. Do que cola, guardamos só um endereço que imita um nome conhecido, nunca quem perguntou.',
            },
            {
              term: 'Quando pergunta a partir de um chat',
              text: `Nada da sua mensagem. Fica encriptada enquanto respondemos, e a conversa termina ao fim de ${CONVERSATION_MINUTES} minutos. [O que fica guardado](/ask)`,
            },
            {
              term: 'Quando tem uma conta',
              text: 'O que nos disse ao inscrever-se, o seu plano e as suas opções, onde tem sessão iniciada, e um registo de entradas e mudanças. A sua palavra-passe só é guardada numa forma baralhada que não conseguimos ler. Precisamos disto para o deixar entrar e lhe dar o que pediu.',
            },
            {
              term: 'Quando denuncia ou avalia',
              text: 'O que escreveu, o país que escolheu e, se tinha sessão iniciada, de que conta veio, selado como os contactos. Estes só dá se quiser. Precisamos disto para verificar o que aconteceu e perguntar-lhe se algo não for claro.',
            },
            {
              term: 'Quando propõe um prestador',
              text: 'Os dados do prestador, o seu nome e endereço de e-mail, e os documentos que envia para verificação.',
            },
            {
              term: 'Quando paga',
              text: 'Plano, valor, data e referência. Os cartões são tratados pela empresa de pagamentos, que recebe o seu nome e endereço de e-mail. Nunca vemos o número do cartão.',
            },
            {
              term: 'Quando usa o Premium',
              text: 'Que páginas de prestadores abriu com sessão iniciada, e o dia, para o seu valor «Dinheiro poupado». Só a sua conta o mostra.',
            },
            {
              term: 'Quando convida alguém ou nos escreve',
              text: 'Quem se inscreveu com o seu convite, para lhe dar a recompensa. A sua mensagem e como responder-lhe.',
            },
          ],
        },
        {
          kind: 'text',
          text: 'Não vendemos dados pessoais e não mostramos publicidade baseada neles.',
        },
      ],
    },
    {
      id: 'never-public',
      heading: 'O que nunca é público',
      blocks: [
        {
          kind: 'list',
          items: [
            'Quem enviou uma denúncia. Nem para os visitantes, nem para o prestador em causa, nem nas listas da nossa equipa.',
            'Os contactos de uma denúncia. São selados por cifra logo que chegam. São abertos para lhe enviar a decisão, ou por uma pessoa designada, com um motivo escrito. Cada uso fica registado.',
            'As provas e os detalhes de uma denúncia. Só as lê quem a enviou, com sessão iniciada ou com o recibo, e a nossa equipa.',
            'Dados escondidos em imagens, como o lugar de uma fotografia. São removidos.',
          ],
        },
        {
          kind: 'text',
          text: 'Só damos dados a uma autoridade quando a lei nos obriga, e só os que ela tem de receber.',
        },
      ],
    },
    {
      id: 'device',
      heading: 'Cookies e o seu dispositivo',
      blocks: [
        {
          kind: 'text',
          text: 'Os visitantes não recebem cookies. Quando entra na conta, usamos:',
        },
        {
          kind: 'list',
          items: [
            'Um que mantém a sua sessão iniciada, até 30 dias.',
            'Um que reconhece, durante um ano, um navegador em que já entrou. Serve só para que estranhos a adivinhar a palavra-passe não lhe bloqueiem a conta.',
            'Para os administradores que usam o Google, um que dura 10 minutos.',
          ],
        },
        {
          kind: 'text',
          text: 'Algumas escolhas ficam no seu dispositivo até as apagar: o tema, a língua, os avisos que fechou, os prestadores a comparar, um formulário por acabar, os passos marcados e um código de convite.',
        },
        {
          kind: 'text',
          text: 'Para abrir sem internet, ficam nele: o [guia de segurança](/safety), [a primeira hora](/first-hour), o [dossiê de provas](/evidence-pack), o [formulário de denúncia](/report-scam), a [verificação](/check) com a nossa lista, a página sem internet, e as últimas 40 que abriu: início, prestadores, alertas e passos. Não, se o navegador poupa dados.',
        },
        {
          kind: 'text',
          text: 'As nossas páginas não carregam rastreadores, tipos de letra, mapas nem programas de outras empresas. Os links para outros sites só se abrem quando as escolhe.',
        },
      ],
    },
    {
      id: 'how-long',
      heading: 'Por quanto tempo guardamos',
      blocks: [
        {
          kind: 'list',
          items: [
            'Dados da conta: enquanto ela existir. Apagá-la também apaga os seus contactos. O que publicou fica, sem o seu nome.',
            `Contactos de uma denúncia, e de que conta veio: ${contact.days} dias depois da nossa decisão. Sem decisão: ${undecidedContact.days} dias.`,
            `Provas e detalhes: ${evidence.days} dias depois da nossa decisão, ou até acabar um recurso.`,
            `Um recibo: ${receipts.days} dias depois da nossa decisão.`,
            `Mensagens para nós: ${messages.days} dias. Respostas recusadas: ${refusedReplies.days} dias. Palavras ocultadas: ${maskedWords.days} dias.`,
            `Sessões abertas: ${sessions.days} dias. O registo delas: ${signIns.days} dias.`,
            `Contagens contra abusos: ${limits.days} dia. Marcas de envios repetidos: ${repeats.days} dias. Formulários por confirmar: ${unconfirmed.days} dia. Convites a colegas: ${invitations.days} dias. E-mails em fila: ${letters.days} dias.`,
            'Denúncias e avisos: enquanto ajudarem a proteger as pessoas.',
            `Avisos da empresa de pagamentos: ${paymentNotices.days} dias. Envios para os seus webhooks: ${webhookDeliveries.days} dias.`,
            `Chamadas à API, somadas: ${apiUsage.days} dias.`,
            'Pagamentos, faturas: pelo menos cinco anos (lei fiscal). Comprovativos de depósito: até à decisão.',
            'O registo das nossas decisões: enquanto for preciso verificá-las.',
          ],
        },
      ],
    },
    {
      id: 'rights',
      heading: 'Os seus direitos',
      blocks: [
        {
          kind: 'text',
          text: 'Na [página da sua conta](/account) pode descarregar o que guardamos sobre si e apagar a conta a qualquer momento. Para corrigir erros ou opor-se a um uso, [escreva-nos](/contact). Podemos pedir-lhe que mostre que os dados são seus. Se tivermos de guardar algo, dizemos porquê.',
        },
        {
          kind: 'text',
          text: 'A lei que o protege depende do lugar onde vive. São exemplos a POPIA na África do Sul, a Nigeria Data Protection Act, a Data Protection Act do Quénia e o RGPD na União Europeia. Também pode apresentar queixa à autoridade de proteção de dados do seu país.',
        },
      ],
    },
    {
      id: 'children',
      heading: 'Crianças',
      blocks: [
        {
          kind: 'text',
          text: 'Qualquer pessoa pode ler o Hakiki. As contas são para adultos. Se uma criança nos enviou dados pessoais, diga-nos e apagamo-los.',
        },
      ],
    },
    {
      id: 'security',
      heading: 'Se algo correr mal',
      blocks: [
        {
          kind: 'text',
          text: 'Nenhum sistema é totalmente seguro. Se dados pessoais se perderem ou forem vistos por quem não devia, avisamos as pessoas em causa e a autoridade, como a lei pede.',
        },
      ],
    },
    {
      id: 'changes',
      heading: 'Mudanças e contacto',
      blocks: [
        {
          kind: 'text',
          text: 'Quando este texto muda, a data desta página também muda. Se for importante para quem tem conta, avisamos antes.',
        },
        {
          kind: 'links',
          items: [
            { label: 'Perguntar pelos seus dados', href: '/contact' },
            { label: 'Ler as condições', href: '/terms' },
          ],
        },
      ],
    },
  ],
};
