import type { Page } from '../page.ts';

export const howWeRate: Page = {
  title: 'Como avaliamos o risco',
  description:
    'O que querem dizer risco baixo, médio e alto no Hakiki, o que medem as três barras, e quando dizemos «Não avaliado».',
  lead: 'O nível de risco diz o cuidado que deve ter. Quanto mais risco, pior. É a nossa equipa que o decide, e ninguém pode pagar para o mudar.',
  updated: '2026-11-18',
  sections: [
    {
      id: 'levels',
      heading: 'Os três níveis',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Risco baixo',
              text: 'Conhecemos poucos problemas. Não quer dizer que não haja risco: os preços caem e as empresas vão à falência.',
            },
            {
              term: 'Risco médio',
              text: 'Algo é fraco ou desconhecido. Leia os detalhes, comece com pouco e tente um levantamento.',
            },
            { term: 'Risco alto', text: 'Há avisos ou dúvidas graves. Não envie dinheiro.' },
            {
              term: 'Não avaliado',
              text: 'Ninguém da nossa equipa avaliou ainda este prestador. Não é boa nem má notícia. Trate-o como não verificado.',
            },
          ],
        },
      ],
    },
    {
      id: 'bars',
      heading: 'As três barras',
      blocks: [
        {
          kind: 'text',
          text: 'A página de um prestador mostra três barras de 0 a 100. Aqui, quanto mais comprida a barra, melhor: 80 ou mais é bom, de 50 a 79 é razoável, menos é fraco.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Cumprimento das regras',
              text: 'As licenças e os registos que pudemos verificar, e como cumpre as regras.',
            },
            {
              term: 'Satisfação dos utilizadores',
              text: 'O que dizem as avaliações e as denúncias, depois de verificadas pela nossa equipa.',
            },
            { term: 'Medidas de segurança', text: 'Como protege o dinheiro e os dados, até onde se pode confirmar.' },
          ],
        },
      ],
    },
    {
      id: 'from-bars-to-level',
      heading: 'Das barras ao nível',
      blocks: [
        {
          kind: 'steps',
          items: [
            {
              title: 'Fazemos a média das barras',
              text: 'Bom (80 ou mais) quer dizer risco baixo, razoável (de 50 a 79) quer dizer risco médio, fraco (menos de 50) quer dizer risco alto.',
            },
            {
              title: 'Avisos e denúncias podem subi-lo',
              text: 'A nossa equipa põe um nível mais alto quando há avisos ou denúncias. Nunca mostramos um nível mais baixo do que a média.',
            },
            {
              title: 'Assinalado quer dizer risco alto',
              text: 'Um prestador que assinalámos ou suspendemos aparece sempre com risco alto, digam as barras o que disserem.',
            },
          ],
        },
      ],
    },
    {
      id: 'limits',
      heading: 'O que o nível não lhe diz',
      blocks: [
        {
          kind: 'list',
          items: [
            'Não é uma promessa. Um prestador com risco baixo pode falir, ser atacado ou deixar de pagar.',
            'Não é um conselho para comprar, vender ou investir. O preço de uma moeda não tem nada a ver com isto.',
            'Não fala de uma pessoa. Quem lhe escreve em nome de uma boa empresa pode ser um burlão.',
            'Não é mais recente do que as suas fontes. Veja o dia ao lado de cada linha: uma verificação antiga diz menos do que uma nova.',
          ],
        },
        {
          kind: 'warning',
          title: 'Antes de pagar a alguém',
          text: 'Leia porque o dizemos, não só o nível. Depois envie um valor pequeno e levante-o antes de enviar mais.',
        },
      ],
    },
    {
      id: 'changes',
      heading: 'Quem o muda, e como pode opor-se',
      blocks: [
        {
          kind: 'text',
          text: 'Uma pessoa da nossa equipa decide as notas e o nível, e escreve o motivo. Para tornar um aviso mais fraco são precisas duas pessoas. O pagamento não tem nada a ver com isto.',
        },
        {
          kind: 'text',
          text: 'Cada mudança é pública, com o seu motivo e o seu dia. Se o seu nome está em causa e não concorda, pode apresentar recurso na página do prestador. O que querem dizer os estados está no [guia de segurança](/safety#meaning).',
        },
      ],
    },
  ],
};
