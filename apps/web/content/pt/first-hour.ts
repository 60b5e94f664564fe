import type { Page } from '../page.ts';

export const firstHour: Page = {
  title: 'Perdi dinheiro: a primeira hora',
  description:
    'Perdeu dinheiro numa burla com cripto? O que fazer na primeira hora, por ordem: parar de pagar, ligar, guardar provas, denunciar.',
  lead: 'Respire. Isto também acontece a pessoas cuidadosas. Cada minuto conta: siga estes passos por ordem, um de cada vez.',
  updated: '2026-11-15',
  sections: [
    {
      id: 'now',
      heading: 'Faça isto já, por esta ordem',
      blocks: [
        {
          kind: 'steps',
          items: [
            {
              title: 'Pare de pagar',
              text: 'Não envie mais nada, digam o que disserem. Nem «imposto», nem «taxa», nem «depósito» para libertar o seu dinheiro. Não lhes diga o que vai fazer a seguir.',
            },
            {
              title: 'Ligue a quem moveu o seu dinheiro',
              text: 'É o seu banco, o seu serviço de dinheiro móvel ou a sua plataforma de cripto. Use o número do seu cartão ou da aplicação oficial, nunca um número de um chat ou de uma pesquisa. Veja abaixo [o que dizer](/first-hour#paid).',
            },
            {
              title: 'Corte-lhes o acesso',
              text: 'Instalou uma aplicação para eles ou partilhou o seu ecrã? Desligue o Wi-Fi e os dados móveis nesse telemóvel e use outro. Mude primeiro a palavra-passe do e-mail, depois as outras.',
            },
            {
              title: 'Guarde as provas',
              text: 'Não apague nada: nem chats, nem aplicações, nem mensagens. [Esta lista](/first-hour#evidence) diz o que juntar.',
            },
            {
              title: 'Denuncie',
              text: 'Peça à polícia um número de processo. Depois [denuncie a burla ao Hakiki](/report-scam), para avisar os outros. Não precisa de conta.',
            },
            {
              title: 'Conte com uma segunda burla',
              text: 'Alguém vai oferecer-se para recuperar o seu dinheiro em troca de uma taxa. [Não lhe pague](/first-hour#recovery).',
            },
          ],
        },
      ],
    },
    {
      id: 'paid',
      heading: 'Como pagou?',
      blocks: [
        {
          kind: 'text',
          text: 'Diga: «Fui vítima de burla. Parem este pagamento, retenham o dinheiro e bloqueiem a minha conta.» Anote a hora, o nome e o número do processo.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Dinheiro móvel',
              text: 'Ligue já à operadora. Um pagamento só pode ser recuperado enquanto ainda está na outra carteira. Não ligue primeiro a quem recebeu: isso avisa-o.',
            },
            {
              term: 'Transferência bancária ou cartão',
              text: 'Peça ao seu banco que tente anular o pagamento e avise o banco que recebeu. Peça que bloqueie o cartão e a conta.',
            },
            {
              term: 'Cripto a partir de uma plataforma',
              text: 'Escreva ao apoio dentro da aplicação. Peça que parem o levantamento e congelem a sua conta. Dê o código da transação e o endereço que recebeu.',
            },
            {
              term: 'Cripto da sua própria carteira',
              text: 'Alguém viu a sua frase de recuperação ou a sua chave privada? Então essa carteira está perdida. Num dispositivo seguro, crie uma carteira nova e envie o resto para lá. Retire também todas as autorizações que deu a sites.',
            },
            {
              term: 'O seu telemóvel ficou sem rede',
              text: 'Alguém pode ter passado o seu número para outro cartão SIM. Ligue à sua operadora de outro telefone e peça que bloqueie a linha.',
            },
          ],
        },
      ],
    },
    {
      id: 'evidence',
      heading: 'O que guardar',
      blocks: [
        {
          kind: 'text',
          text: 'Copie os códigos longos como texto. Muitas plataformas recusam um código que só está numa imagem. Guarde uma segunda cópia noutro sítio.',
        },
        {
          kind: 'list',
          items: [
            'o código de cada transação em cripto e o endereço que recebeu',
            'os recibos do banco e do dinheiro móvel, com números de conta e referências',
            'números de telefone, endereços de e-mail, nomes de utilizador e endereços de sites',
            'capturas de ecrã de chats, perfis e saldos, com a data e a hora',
            'um resumo curto do que aconteceu, por ordem',
          ],
        },
      ],
    },
    {
      id: 'report',
      heading: 'Onde denunciar',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'A polícia',
              text: 'Peça um número de processo e o nome do agente. Muitas vezes, uma plataforma só congela o dinheiro quando a polícia pede.',
            },
            {
              term: 'O regulador',
              text: 'É a entidade pública que dá as licenças. Pode avisar o país inteiro.',
            },
            {
              term: 'Hakiki',
              text: 'Verificamos a sua [denúncia](/report-scam) e podemos avisar toda a gente. Recebe um recibo para [a seguir](/follow).',
            },
          ],
        },
        {
          kind: 'text',
          text: 'Em alguns países, a própria cripto é proibida. Aí, uma queixa à polícia pode revelar uma infração: fale primeiro com um advogado.',
        },
      ],
    },
    {
      id: 'recovery',
      heading: 'Nunca pague para recuperar dinheiro',
      blocks: [
        {
          kind: 'warning',
          title: 'A segunda burla',
          text: 'Desconhecidos vão oferecer-se para «recuperar» ou «rastrear» a sua cripto. Podem dizer que são polícias, advogados ou hackers. Muitas vezes são as mesmas pessoas. Não pague nada e não lhes dê a palavra-passe nem a frase de recuperação.',
        },
        {
          kind: 'text',
          text: 'O Hakiki nunca se oferece para recuperar dinheiro e nunca pede que lhe paguem por isso.',
        },
      ],
    },
    {
      id: 'alone',
      heading: 'Não está sozinho',
      blocks: [
        {
          kind: 'list',
          items: [
            'Conte a uma pessoa de confiança. Façam juntos a próxima chamada.',
            'A culpa não é sua. Estas pessoas fazem isto todos os dias, é o trabalho delas.',
            'Se pensa em fazer mal a si próprio, ligue para o serviço de emergência ou vá ter com alguém agora.',
          ],
        },
      ],
    },
    {
      id: 'next',
      heading: 'Quando estiver mais calmo',
      blocks: [
        {
          kind: 'links',
          items: [
            { label: 'Denunciar a burla', href: '/report-scam' },
            { label: 'Seguir uma denúncia', href: '/follow' },
            { label: 'Verificar outro prestador', href: '/directory' },
            { label: 'Ler o guia de segurança', href: '/safety' },
          ],
        },
      ],
    },
  ],
};
