import type { Page } from '../page.ts';

export const figures: Page = {
  title: 'O que querem dizer os nossos números',
  description:
    'A definição de cada número no Hakiki: prestadores, avisos, decisões, números para reguladores, uso da API e pagamentos.',
  lead: 'Um número tem uma só definição, onde quer que o mostremos. Se duas páginas se contradisserem, é um erro: [diga-nos](/contact).',
  updated: '2026-11-18',
  sections: [
    {
      id: 'register',
      heading: 'O registo',
      blocks: [
        { kind: 'text', text: 'Na página inicial, na [lista de prestadores](/directory) e na API.' },
        {
          kind: 'definitions',
          items: [
            { term: 'Prestadores', text: 'Todos os prestadores com página pública, exceto os suspensos.' },
            {
              term: 'Prestadores verificados e assinalados',
              text: 'Prestadores públicos que têm agora este veredito.',
            },
            {
              term: 'Países',
              text: 'Países em que pelo menos um prestador público oferece os seus serviços. «Outro» não é um país.',
            },
            {
              term: 'Classificação',
              text: 'A média das avaliações aprovadas, com uma casa decimal. Sem avaliações, não há classificação.',
            },
            {
              term: 'Risco',
              text: 'O nível que [Como avaliamos o risco](/how-we-rate) explica. Um prestador assinalado tem sempre risco alto.',
            },
          ],
        },
      ],
    },
    {
      id: 'warnings',
      heading: 'Avisos e denúncias',
      blocks: [
        { kind: 'text', text: 'Em [Denúncias](/reports), [Alertas](/alerts) e nas páginas dos prestadores.' },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Alertas ativos',
              text: 'Alertas de fraude aprovados que não foram retirados. As denúncias da mesma burla fazem parte de um só alerta.',
            },
            {
              term: 'Denúncias por trás de um alerta',
              text: 'A sua própria denúncia e todas as que a nossa equipa lhe juntou.',
            },
            {
              term: 'Denúncias públicas',
              text: 'Problemas denunciados que a nossa equipa está a analisar ou já resolveu.',
            },
            {
              term: 'Perdas de um alerta',
              text: 'As perdas que as suas denúncias indicam, em rands e arredondadas a dois algarismos. Mostradas a partir de três denúncias com valor.',
            },
          ],
        },
      ],
    },
    {
      id: 'decisions',
      heading: 'Decisões',
      blocks: [
        {
          kind: 'text',
          text: 'Em [Transparência](/transparency), contadas a partir do [registo de decisões](/decisions), e no resumo da nossa equipa.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Recebido',
              text: 'Denúncias de fraude, problemas denunciados e prestadores propostos, públicos ou não, pelo dia em que chegaram (UTC).',
            },
            { term: 'Decidido', text: 'Primeiras decisões sobre o que as pessoas enviaram.' },
            {
              term: 'Metade foi decidida em',
              text: 'A mediana das horas completas entre a chegada e a primeira decisão: um número de horas que aconteceu mesmo.',
            },
            {
              term: 'Decisões',
              text: 'Decisões que mudaram o estado de algo público. Os recursos e as contestações contam-se à parte. Um engano desfeito em segundos não conta.',
            },
            {
              term: 'Contestações',
              text: 'Todas as contestações de um link, carteira, número ou nome, pelo dia em que chegaram (UTC), com quantas foram aceites e recusadas. Se várias pessoas contestam o mesmo, cada uma conta. Metade foi decidida em: a mediana das horas completas entre a chegada e a decisão.',
            },
            { term: 'Revertido', text: 'Decisões que uma decisão posterior reverteu, no mês em que isso aconteceu.' },
          ],
        },
      ],
    },
    {
      id: 'regtech',
      heading: 'Números para reguladores',
      blocks: [
        {
          kind: 'text',
          text: 'Em [RegTech](/regtech) e nos seus ficheiros. Os meses são em UTC. Os números de um mês fechado nunca mudam.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Queixas',
              text: 'Alertas e denúncias que se tornaram públicos pela primeira vez no mês, chegassem quando chegassem. Num país: o que diz respeito a vários países conta em cada um. É menos do que «recebido», que inclui o que nunca é publicado. No ficheiro: complaints.',
            },
            { term: 'Variação', text: 'As queixas do mês menos as do mês anterior.' },
            {
              term: 'Novos esquemas',
              text: 'Os alertas entre as queixas. As denúncias seguintes da mesma burla contam no alerta dela. No ficheiro: new_schemes.',
            },
            {
              term: 'Perdas em rands',
              text: 'A soma das perdas que os alertas do mês indicam em rands. Mostrada quando o mês fecha, a partir de três alertas com valor. No ficheiro: losses.',
            },
            {
              term: 'Mediana das horas até uma decisão',
              text: 'A mediana das horas completas entre a chegada e a primeira decisão, das queixas do mês. Mostrada a partir de três queixas. No ficheiro: median_hours_to_decision.',
            },
            {
              term: 'Prestadores verificados e assinalados',
              text: 'Prestadores públicos do país com este veredito na última noite do mês. No ficheiro: listed_providers (todos), verified_providers, flagged_providers.',
            },
            {
              term: 'Nota de cumprimento',
              text: 'A média do cumprimento das regras (0 a 100) de todos os prestadores públicos. No ficheiro: compliance_score.',
            },
            {
              term: 'Prestadores de risco alto',
              text: 'A parte dos prestadores públicos cujo risco mostrado é alto. No ficheiro: high_risk_providers.',
            },
            { term: 'Cobertura', text: 'Os países do registo, como acima. No ficheiro: coverage.' },
          ],
        },
      ],
    },
    {
      id: 'api',
      heading: 'Uso da API',
      blocks: [
        { kind: 'text', text: 'Na página das suas chaves da API.' },
        {
          kind: 'definitions',
          items: [
            { term: 'Chamadas', text: 'Todas as chamadas com as suas chaves, incluindo as de teste, por dia em UTC.' },
            {
              term: 'Usadas',
              text: 'Chamadas deste mês que gastam quota. Respostas sem alterações (304), chamadas recusadas pela chave ou por um limite, falhas nossas e chaves de teste não gastam nada.',
            },
            { term: 'Restantes', text: 'A quota menos o que foi usado, tal como no cabeçalho RateLimit.' },
            { term: 'Último uso', text: 'A última chamada com esta chave que nos chegou.' },
          ],
        },
      ],
    },
    {
      id: 'money',
      heading: 'Pagamentos e faturas',
      blocks: [
        { kind: 'text', text: 'Nas faturas e no resumo da nossa equipa. Os meses são na hora da África do Sul.' },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Total de uma fatura',
              text: 'O que há a pagar, em rands. Uma fatura paga mostra o dia e o valor do pagamento.',
            },
            {
              term: 'Recebido',
              text: 'Pagamentos de planos confirmados e faturas anuais pagas, pelo dia em que os confirmámos.',
            },
            { term: 'Devolvido', text: 'Devoluções que já pagámos.' },
          ],
        },
      ],
    },
  ],
};
