import type { Page } from '../page.ts';

export const safety: Page = {
  title: 'Guia de segurança',
  description:
    'Como verificar um serviço de cripto antes de pagar, os sinais de burla e o que fazer na primeira hora se perdeu dinheiro.',
  lead: 'Tire dez minutos antes de enviar dinheiro. Já o enviou? Vá direto para [a primeira hora](/first-hour).',
  updated: '2026-11-15',
  sections: [
    {
      id: 'verify',
      heading: 'Como verificar um prestador',
      blocks: [
        {
          kind: 'text',
          text: 'Um prestador é uma empresa ou pessoa que guarda, transfere ou troca cripto por si. Faça estas verificações por ordem. Pare na primeira que falhar.',
        },
        {
          kind: 'steps',
          items: [
            {
              title: 'Procure-o no Hakiki',
              text: 'Escreva o nome exato na [lista de prestadores](/directory). Leia o estado, o nível de risco e os motivos, não só as estrelas.',
            },
            {
              title: 'Pergunte diretamente ao regulador',
              text: 'O regulador é a entidade pública que dá as licenças. Escreva o endereço do site dele à mão e procure no registo. Na África do Sul, por exemplo, a FSCA tem uma pesquisa pública de prestadores com licença. O nome, o número da licença e o site têm de coincidir todos.',
            },
            {
              title: 'Leia o endereço do site letra a letra',
              text: 'Os sites falsos mudam uma letra, juntam uma palavra ou usam outra terminação. O cadeado quer dizer ligação privada, não dono honesto.',
            },
            {
              title: 'Instale a aplicação a partir do sítio certo',
              text: 'Siga o link no site do próprio prestador para a loja de aplicações. Confirme o nome do criador. Nunca instale uma aplicação a partir de um ficheiro ou de um link num chat.',
            },
            {
              title: 'Descubra quem está por trás',
              text: 'Procure o nome da empresa, um número de registo e condições escritas. Se não sabe quem fica com o seu dinheiro, não envie nenhum.',
            },
            {
              title: 'Teste com pouco dinheiro e levante-o',
              text: 'Envie um valor que pode perder e depois levante tudo. Se falhar, pare. Se funcionar, continue com cuidado: algumas burlas devolvem pequenos valores para ganhar confiança.',
            },
            {
              title: 'Durma sobre o assunto',
              text: 'Fale com alguém que nada ganha com a sua escolha. Uma boa oferta ainda lá estará amanhã.',
            },
          ],
        },
      ],
    },
    {
      id: 'meaning',
      heading: 'O que querem dizer as nossas etiquetas',
      blocks: [
        {
          kind: 'text',
          text: 'O estado diz o que conseguimos confirmar. O nível de risco diz o cuidado que deve ter.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Verificado',
              text: 'Comparámos os dados principais do prestador com as fontes que tínhamos. Não garante que nada possa correr mal.',
            },
            {
              term: 'Limitado',
              text: 'Conseguimos confirmar alguns dados, mas não todos. Descubra o que falta antes de decidir.',
            },
            { term: 'Pendente', text: 'A verificação não acabou. Trate o prestador como não verificado.' },
            {
              term: 'Assinalado',
              text: 'A equipa viu sinais de perigo graves. Os motivos estão na página do prestador.',
            },
            {
              term: 'Suspenso',
              text: 'Foi retirado da lista. A página fica, com os motivos e a data, como aviso.',
            },
          ],
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Risco baixo',
              text: 'Conhecemos poucos problemas. Há sempre algum risco: os preços caem e as empresas vão à falência.',
            },
            {
              term: 'Risco médio',
              text: 'Alguns pontos são fracos ou desconhecidos. Leia os detalhes e comece com pouco.',
            },
            { term: 'Risco alto', text: 'Há dúvidas graves. Não envie dinheiro de que precisa.' },
          ],
        },
        {
          kind: 'text',
          text: 'Um prestador que não está na lista não é bom nem mau. Quer apenas dizer que tem de o verificar por si.',
        },
      ],
    },
    {
      id: 'warning-signs',
      heading: 'Sinais de perigo',
      blocks: [
        { kind: 'text', text: 'Um destes sinais é motivo para parar. Dois são motivo para se ir embora.' },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Lucro garantido',
              text: 'Ninguém pode prometer um rendimento, como «2% por dia». Um investimento verdadeiro pode perder dinheiro.',
            },
            {
              term: 'Pressão',
              text: '«Só hoje», «últimas vagas», «não conte a ninguém». A pressa e o segredo não o deixam verificar.',
            },
            {
              term: 'Pago para recrutar',
              text: 'Ganha por trazer amigos e família. Quando deixa de entrar gente nova, o dinheiro desapareceu.',
            },
            {
              term: 'Pagar para levantar',
              text: 'Tem de pagar um «imposto», uma «taxa» ou um «depósito» para receber o seu próprio dinheiro. Nunca é o último pagamento.',
            },
            {
              term: 'Controlo do seu telemóvel',
              text: 'Alguém pede-lhe que instale uma aplicação que deixa ver ou usar o seu ecrã. Depois pode usar as suas contas.',
            },
            {
              term: 'Amor ou amizade na internet',
              text: 'Uma pessoa que nunca viu torna-se íntima depressa e depois mostra-lhe onde investir.',
            },
            {
              term: 'Aplicações e sites falsos',
              text: 'O saldo no ecrã cresce, mas é só uma imagem. Não sai dinheiro nenhum.',
            },
            {
              term: 'Nomes falsos',
              text: 'Alguém diz ser uma celebridade, um banco, um regulador ou o Hakiki. Confirme por outro meio, encontrado por si.',
            },
            {
              term: '«Apoio» numa aplicação de chat',
              text: 'Quem lhe escreve primeiro no WhatsApp, no Telegram ou nas redes sociais não é o apoio ao cliente. Use o site do próprio prestador.',
            },
          ],
        },
      ],
    },
    {
      id: 'first-hour',
      heading: 'A primeira hora depois de uma burla',
      blocks: [
        {
          kind: 'text',
          text: 'Perdeu dinheiro? Aja já: pare de pagar, ligue a quem moveu o dinheiro, guarde todas as mensagens. Os passos são curtos, por ordem, e têm [uma página própria](/first-hour). Está a ajudar alguém? Sigam os passos juntos.',
        },
        { kind: 'links', items: [{ label: 'Abrir a primeira hora', href: '/first-hour' }] },
      ],
    },
    {
      id: 'recovery',
      heading: 'Nunca pague para recuperar dinheiro',
      blocks: [
        {
          kind: 'warning',
          title: 'A segunda burla',
          text: 'Depois de uma perda, desconhecidos podem oferecer-se para «recuperar» ou «rastrear» a sua cripto em troca de dinheiro. Alguns fingem ser polícias, advogados ou hackers. Muitas vezes são as mesmas pessoas. Não lhes pague e não lhes dê a palavra-passe nem a frase de recuperação.',
        },
        {
          kind: 'text',
          text: 'Um pagamento em cripto não se pode anular. Só quem tem as moedas as pode devolver. O Hakiki nunca se oferece para recuperar dinheiro e nunca pede que lhe paguem por isso.',
        },
      ],
    },
    {
      id: 'keys',
      heading: 'Proteja as suas chaves',
      blocks: [
        {
          kind: 'text',
          text: 'A frase de recuperação é a lista de palavras que abre a sua carteira. Quem a tem é dono das suas moedas.',
        },
        {
          kind: 'list',
          items: [
            'Escreva-a em papel e guarde-a em dois lugares seguros. Não a fotografe nem a guarde na internet.',
            'Nunca a escreva num site nem a leia a ninguém. O apoio verdadeiro nunca a pede.',
            'Use uma palavra-passe diferente em cada conta, e um gestor de palavras-passe para não as esquecer.',
            'Para os códigos de entrada, uma aplicação é mais segura do que o SMS. Nunca partilhe um código.',
            'Antes de enviar, compare os primeiros e os últimos caracteres do endereço.',
          ],
        },
      ],
    },
    {
      id: 'helping',
      heading: 'Ajudar outra pessoa',
      blocks: [
        {
          kind: 'list',
          items: [
            'Não culpe. A vergonha faz calar as pessoas, e o silêncio ajuda o burlão.',
            'Primeiro, ouça. Depois, façam juntos os passos da primeira hora.',
            'Se a pessoa ainda acredita na oferta, não discuta. Peça-lhe que tente levantar tudo, sem pagar nenhuma taxa.',
            'Mantenha o contacto. Os burlões voltam, muitas vezes com outro nome.',
            'Se alguém fala em fazer mal a si próprio, fique com essa pessoa e ligue para o serviço de emergência.',
          ],
        },
      ],
    },
    {
      id: 'next',
      heading: 'O que pode fazer agora',
      blocks: [
        {
          kind: 'links',
          items: [
            { label: 'Verificar um prestador', href: '/directory' },
            { label: 'Denunciar uma burla', href: '/report-scam' },
            { label: 'Ler os avisos atuais', href: '/reports' },
            { label: 'Encontrar respostas na ajuda', href: '/help' },
          ],
        },
      ],
    },
  ],
};
