import type { Page } from '../page.ts';

export const about: Page = {
  title: 'Sobre o Hakiki',
  description:
    'O Hakiki é um registo público de serviços de cripto em África: o que é, como decide, quem o paga e o que não promete.',
  lead: 'Hakiki quer dizer «verificar» em suaíli. Ajudamos as pessoas em África a verificar um serviço de cripto antes de lhe confiarem dinheiro. Verifique antes de confiar.',
  updated: '2026-11-15',
  sections: [
    {
      id: 'what',
      heading: 'O que é o Hakiki',
      blocks: [
        {
          kind: 'text',
          text: 'O Hakiki é um registo público. Tem na lista plataformas de cripto, corretoras, carteiras, mesas de negociação, serviços entre pessoas e esquemas de marketing em rede. Sobre cada um mostra o que se pôde confirmar, que risco parece ter e o que as pessoas dizem.',
        },
        {
          kind: 'text',
          text: 'Também junta denúncias de burlas e publica avisos depois de as verificar. Ler, pesquisar, comparar e denunciar é grátis e não precisa de conta.',
        },
      ],
    },
    {
      id: 'for-whom',
      heading: 'Para quem é',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Pessoas',
              text: 'Quem recebeu a oferta de um serviço de cripto e quer saber, num minuto, se deve ter cuidado.',
            },
            {
              term: 'Prestadores honestos',
              text: 'Empresas que querem que a sua licença e os seus dados sejam fáceis de verificar.',
            },
            {
              term: 'Reguladores, investigadores e outros serviços',
              text: 'Quem precisa de dados fiáveis sobre o mercado, no ecrã ou pelo nosso [serviço de dados](/api).',
            },
          ],
        },
      ],
    },
    {
      id: 'decisions',
      heading: 'Como decidimos',
      blocks: [
        {
          kind: 'steps',
          items: [
            {
              title: 'Juntamos',
              text: 'Vemos os registos públicos e as listas de avisos dos reguladores, os documentos dos prestadores e as denúncias e avaliações das pessoas.',
            },
            {
              title: 'Verificamos',
              text: 'Uma pessoa da nossa equipa compara as fontes. Uma denúncia sozinha não prova nada. A palavra do prestador também não.',
            },
            {
              title: 'Decidimos e escrevemos',
              text: 'Cada mudança de estado fica registada: quem decidiu, o que mudou, quando e porquê. A página de um prestador assinalado mostra os motivos.',
            },
            {
              title: 'Ouvimos e corrigimos',
              text: 'Um prestador pode responder e enviar provas. Qualquer pessoa pode apontar um erro. O que afinal está errado é corrigido.',
            },
          ],
        },
        {
          kind: 'text',
          text: 'As avaliações, as denúncias e os relatos são lidos por um moderador antes de serem públicos. Publicamos o que as pessoas denunciaram como denúncia delas. Não o apresentamos como conclusão nossa.',
        },
      ],
    },
    {
      id: 'independence',
      heading: 'Independência',
      blocks: [
        {
          kind: 'text',
          text: 'O Hakiki vive de planos pagos: Premium para pessoas, fichas e acesso a dados para empresas, consultoria e estudos. Os preços estão na [página de preços](/pricing).',
        },
        {
          kind: 'warning',
          title: 'Pagar nunca compra um veredito',
          text: 'Nenhum pagamento muda um estado, um nível de risco, uma classificação, a ordem dos resultados ou um aviso. Um prestador que paga é verificado como um que não paga.',
        },
      ],
    },
    {
      id: 'open',
      heading: 'Aberto por princípio',
      blocks: [
        {
          kind: 'text',
          text: 'O programa do Hakiki é software livre com a licença AGPL-3.0. Qualquer pessoa o pode ler, usar e mudar. Quem oferece a outros uma versão alterada tem de partilhar as suas alterações com a mesma licença.',
        },
        {
          kind: 'text',
          text: 'O site é feito para telemóveis pequenos e dados caros. Não carrega nada de outras empresas, e as páginas públicas leem-se sem JavaScript.',
        },
      ],
    },
    {
      id: 'limits',
      heading: 'O que não afirmamos',
      blocks: [
        {
          kind: 'list',
          items: [
            'Não somos um regulador, um tribunal nem a polícia. Não damos licenças e não castigamos ninguém.',
            'Não damos conselhos financeiros, jurídicos ou fiscais.',
            'Não guardamos, movemos nem recuperamos dinheiro.',
            'Não sabemos tudo. Um prestador pode mudar depois da nossa verificação, e uma burla nova pode ainda não estar aqui.',
            'Um bom estado não é uma garantia. Não estar na lista não é um veredito.',
          ],
        },
      ],
    },
    {
      id: 'verified-ssl',
      heading: 'O que quer dizer «SSL verificado»',
      blocks: [
        {
          kind: 'text',
          text: 'Quer dizer que a ligação entre o seu dispositivo e este site está encriptada e que chegou ao endereço que escreveu. Não quer dizer que um site é honesto. Os sites de burla mostram o mesmo cadeado e escrevem as mesmas palavras.',
        },
      ],
    },
    {
      id: 'data-protected',
      heading: 'O que quer dizer «Dados protegidos»',
      blocks: [
        {
          kind: 'text',
          text: 'Quer dizer que pedimos pouco, que selamos o que o pode prejudicar e que dizemos na [página de privacidade](/privacy) o que guardamos e por quanto tempo. Não quer dizer que alguém de fora nos testou. Qualquer site pode escrever estas palavras: nunca confie num site por causa delas.',
        },
      ],
    },
    {
      id: 'next',
      heading: 'Continue a ler',
      blocks: [
        {
          kind: 'links',
          items: [
            { label: 'Aprender a verificar um prestador', href: '/safety' },
            { label: 'Encontrar respostas na ajuda', href: '/help' },
            { label: 'Contactar-nos', href: '/contact' },
          ],
        },
      ],
    },
  ],
};
