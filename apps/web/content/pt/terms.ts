import { premiumMoneyBackDays } from '@hakiki/contract/limits';
import type { Page } from '../page.ts';

export const terms: Page = {
  title: 'Condições de utilização',
  description:
    'As regras do Hakiki em palavras simples: sem conselhos financeiros, conteúdo honesto, correções, planos pagos, serviço de dados e a lei.',
  lead: 'Estas são as regras entre si e o operador do Hakiki, em palavras simples. Ao usar o site, aceita-as.',
  updated: '2026-11-15',
  sections: [
    {
      id: 'service',
      heading: 'O que é o serviço',
      blocks: [
        {
          kind: 'text',
          text: 'O Hakiki é um registo de serviços de cripto com avaliações, denúncias e avisos. A parte pública é grátis. Os dados do operador estão na [página de contacto](/contact).',
        },
        {
          kind: 'warning',
          title: 'Sem conselhos financeiros',
          text: 'O que lê aqui é informação. Não é conselho financeiro, jurídico ou fiscal, nem convite para comprar ou vender. O Hakiki não é um regulador. A decisão e o risco são seus.',
        },
      ],
    },
    {
      id: 'account',
      heading: 'A sua conta',
      blocks: [
        {
          kind: 'list',
          items: [
            'Tem de ser adulto no lugar onde vive, e dar dados corretos.',
            'Guarde para si a palavra-passe e as chaves. Diga-nos logo se outra pessoa as usou.',
            'Pode fechar a sua conta a qualquer momento. Podemos limitar ou fechar uma conta que não cumpra estas condições, e dizemos porquê.',
          ],
        },
      ],
    },
    {
      id: 'content',
      heading: 'O que escreve',
      blocks: [
        {
          kind: 'text',
          text: 'Denúncias, avaliações e relatos só protegem os outros quando se pode confiar neles. Por isso, o que envia tem de ser:',
        },
        {
          kind: 'list',
          items: [
            'honesto: o que viu ou viveu, não boatos apresentados como factos',
            'legal: sem ameaças, ódio, insultos ou dados privados de outras pessoas',
            'seu: não copiado, não pago, e não sobre si ou um concorrente às escondidas',
            'inofensivo: sem links para burlas, sem programas maliciosos, sem publicidade',
          ],
        },
        {
          kind: 'text',
          text: 'O que escreve continua a ser seu. Autoriza-nos a guardá-lo, verificá-lo, encurtá-lo sem mudar o sentido, publicá-lo e traduzi-lo como parte do serviço.',
        },
      ],
    },
    {
      id: 'moderation',
      heading: 'Verificação e correções',
      blocks: [
        {
          kind: 'text',
          text: 'Lemos o conteúdo antes de ser público. Podemos recusar ou retirar o que não cumpra estas condições. Se acha que estamos enganados, [peça-nos](/contact) que voltemos a ver.',
        },
        {
          kind: 'text',
          text: 'As denúncias falsas feitas de propósito podem levar a limites numa conta.',
        },
      ],
    },
    {
      id: 'listings',
      heading: 'Fichas e direito de resposta',
      blocks: [
        {
          kind: 'text',
          text: 'Decidimos o estado e o risco pelas fontes que temos. Um prestador pode estar na lista sem o ter pedido. Pode responder, enviar provas e pedir uma correção pela [página de contacto](/contact). Vemos cada pedido e corrigimos o que está errado.',
        },
        {
          kind: 'text',
          text: 'O preço de uma ficha paga a ficha. Nunca paga um estado, um nível de risco, uma classificação ou a retirada de um aviso. Um prestador não pode apresentar o seu estado como recomendação do Hakiki.',
        },
      ],
    },
    {
      id: 'plans',
      heading: 'Planos e pagamento',
      blocks: [
        {
          kind: 'list',
          items: [
            'Os preços são em rands sul-africanos. Estão na [página de preços](/pricing).',
            'O Premium dura de mês a mês. Pode cancelar a qualquer momento e mantém o acesso até ao fim do período pago.',
            `O Premium tem garantia de devolução do dinheiro durante ${premiumMoneyBackDays} dias. Peça-a pela [página de contacto](/contact).`,
            'O Premium começa quando o pagamento é confirmado. Os planos anuais das empresas seguem o seu próprio acordo escrito.',
            'Anunciamos um preço novo antes de se aplicar. Pode cancelar primeiro.',
          ],
        },
      ],
    },
    {
      id: 'api',
      heading: 'O serviço de dados (API)',
      blocks: [
        {
          kind: 'text',
          text: 'A API deixa um programa ler os nossos dados públicos. Guarde a sua chave em segredo e respeite os limites da documentação. Mostre os dados como são, com a data e o nome Hakiki. Não a use para descobrir quem denunciou algo, nem para prejudicar pessoas. Podemos parar uma chave mal usada.',
        },
      ],
    },
    {
      id: 'fair-use',
      heading: 'Uso correto do site',
      blocks: [
        {
          kind: 'text',
          text: 'Não tente entrar à força, sobrecarregar o site, contornar os limites ou fazer-se passar pelo Hakiki. Se encontrar uma falha, diga-nos primeiro a nós, para a podermos fechar.',
        },
      ],
    },
    {
      id: 'liability',
      heading: 'A nossa responsabilidade',
      blocks: [
        {
          kind: 'text',
          text: 'Trabalhamos com cuidado, mas não podemos prometer que tudo esteja completo, atual ou sempre disponível. Até onde a lei permite, não respondemos por perdas em negócios entre si e um prestador. Nada aqui limita uma responsabilidade que a lei não nos deixa limitar.',
        },
      ],
    },
    {
      id: 'software',
      heading: 'O programa',
      blocks: [
        {
          kind: 'text',
          text: 'O programa é software livre com a licença AGPL-3.0, que lhe dá direitos próprios. O nome e a marca do Hakiki não fazem parte dessa licença.',
        },
      ],
    },
    {
      id: 'law',
      heading: 'Lei e mudanças',
      blocks: [
        {
          kind: 'text',
          text: 'Aplica-se a lei do país do operador. Os direitos de consumidor do país onde vive continuam a ser seus.',
        },
        {
          kind: 'text',
          text: 'Quando estas condições mudam, a data desta página muda. Quem tem conta é avisado antes de uma mudança importante se aplicar.',
        },
        {
          kind: 'links',
          items: [
            { label: 'Ler a página de privacidade', href: '/privacy' },
            { label: 'Contactar-nos', href: '/contact' },
          ],
        },
      ],
    },
  ],
};
