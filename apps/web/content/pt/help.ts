import { compareLimits, waitingTimes } from '@hakiki/contract/limits';
import type { Page } from '../page.ts';

const { scamReportHours, providerSubmissionBusinessDays } = waitingTimes;

export const help: Page = {
  title: 'Centro de ajuda',
  description:
    'Respostas sobre a lista de prestadores, estados e riscos, avaliações, denunciar uma burla, corrigir uma ficha, contas e a sua privacidade.',
  lead: 'Respostas curtas às perguntas mais frequentes. Está agora em risco de perder dinheiro? Leia [a primeira hora](/first-hour).',
  updated: '2026-11-15',
  sections: [
    {
      id: 'directory',
      heading: 'Usar a lista de prestadores',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Como encontro um prestador?',
              text: 'Escreva o nome, ou parte dele, na pesquisa da [lista de prestadores](/directory). Pequenos erros e acentos em falta não fazem mal. Depois, compare o endereço do site na nossa página com o que lhe deram.',
            },
            {
              term: 'Como funcionam os filtros?',
              text: 'Pode escolher um país, um tipo de serviço, um estado e um nível de risco. Dentro de um grupo, basta uma das suas escolhas. Entre grupos, têm de servir todas.',
            },
            {
              term: 'Por que ordem estão os resultados?',
              text: 'No início, primeiro os prestadores verificados, depois os mais bem avaliados. Também pode ordenar por avaliação, risco ou nome. Ninguém pode pagar por um lugar melhor.',
            },
            {
              term: 'Posso comparar prestadores?',
              text: `Sim, até ${compareLimits.providers} lado a lado na [página de comparação](/compare). O endereço dela guarda a sua escolha: pode guardá-lo ou partilhá-lo.`,
            },
            {
              term: 'Posso perguntar pelo WhatsApp ou Telegram?',
              text: 'A página [Perguntar a partir de um chat](/ask) mostra onde, e o que guardamos da sua mensagem.',
            },
            {
              term: 'O prestador que procuro não está lá. É burla?',
              text: 'Não estar na lista não é um veredito. Pode ser novo para nós, estar ainda em verificação ou ter sido retirado. Siga os passos do [guia de segurança](/safety#verify). Também o pode [propor](/submit-provider).',
            },
          ],
        },
      ],
    },
    {
      id: 'labels',
      heading: 'Estado e risco',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'O que querem dizer os estados?',
              text: 'Verificado, Limitado, Pendente, Assinalado e Suspenso dizem quanto conseguimos confirmar. Cada um está explicado no [guia de segurança](/safety#meaning).',
            },
            {
              term: 'De onde vêm?',
              text: 'Decidem pessoas da nossa equipa. Veem os registos e avisos oficiais, os documentos do prestador e as denúncias do público. Cada decisão fica registada com o seu motivo.',
            },
            {
              term: 'De que é feito o nível de risco?',
              text: 'De três notas, e de avisos e denúncias. A página [Como avaliamos o risco](/how-we-rate) explica tudo.',
            },
            {
              term: 'Um prestador verificado é seguro?',
              text: 'Nenhum serviço está livre de risco. Verificado quer dizer que os dados principais resistiram à nossa verificação. Não é um conselho para o usar.',
            },
            {
              term: 'Porque é que um prestador está assinalado?',
              text: 'Os motivos estão no topo da página dele. É o que sabemos hoje. É um apelo ao cuidado, não uma sentença de tribunal.',
            },
          ],
        },
      ],
    },
    {
      id: 'reviews',
      heading: 'Classificações e avaliações',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Quem pode escrever uma avaliação?',
              text: 'Membros com o plano Premium, uma vez por prestador. Qualquer pessoa pode partilhar uma experiência na página inicial. Esses relatos nunca mudam uma classificação.',
            },
            {
              term: 'As avaliações são verificadas?',
              text: 'Sim. Um moderador (uma pessoa da nossa equipa) lê cada avaliação antes de ser pública. Recusamos insultos, dados privados, publicidade e textos copiados.',
            },
            {
              term: 'Como se calcula a classificação?',
              text: 'É a média das avaliações publicadas, de 1 a 5 estrelas. Sem avaliações publicadas, não há classificação.',
            },
          ],
        },
      ],
    },
    {
      id: 'reporting',
      heading: 'Denunciar',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Como denuncio uma burla?',
              text: 'Use o [formulário de denúncia](/report-scam). Não precisa de conta. Para um problema com um prestador da lista, use o separador «Denunciar» na página dele.',
            },
            {
              term: 'O que acontece a seguir?',
              text: `A equipa verifica o que escreveu. Costuma demorar ${scamReportHours.from}–${scamReportHours.to} horas. Antes disso, nada é público. Se a denúncia se confirmar, sai um aviso como denúncia que recebemos, não como crime provado.`,
            },
            {
              term: 'Onde posso seguir a minha denúncia?',
              text: 'Com o seu recibo, em [Seguir uma denúncia](/follow), mesmo sem conta. Se tinha sessão iniciada, veja [As minhas denúncias](/my-reports). Se tivermos uma pergunta, pode responder aí.',
            },
            {
              term: 'O Hakiki pode recuperar o meu dinheiro?',
              text: 'Não, e ninguém pode prometer isso. Cuidado com quem promete: [nunca pague para recuperar dinheiro](/safety#recovery).',
            },
            {
              term: 'E se uma denúncia for falsa?',
              text: 'Diga só o que sabe. As denúncias inventadas para prejudicar alguém são recusadas e podem limitar uma conta.',
            },
          ],
        },
      ],
    },
    {
      id: 'providers',
      heading: 'Para prestadores',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Como ponho o meu serviço na lista?',
              text: `Envie-o com o [formulário de prestador](/submit-provider). As propostas são analisadas em ${providerSubmissionBusinessDays.from}–${providerSubmissionBusinessDays.to} dias úteis. As aprovadas entram na lista.`,
            },
            {
              term: 'Não concordo com o que diz a minha página.',
              text: 'Tem direito de resposta. [Escreva-nos](/contact) com o endereço da página, as palavras em causa e as suas provas. Verificamos e corrigimos o que está errado. Se não concordarmos, dizemos porquê.',
            },
            {
              term: 'Posso pagar para mudar um estado, um nível de risco ou uma avaliação?',
              text: 'Não. Paga-se um serviço, nunca um veredito. Se alguém lhe oferecer isto em nosso nome, diga-nos.',
            },
            {
              term: 'Vão dizer-me quem nos denunciou?',
              text: 'Não. Pode responder ao que foi dito. Quem o disse fica protegido.',
            },
          ],
        },
      ],
    },
    {
      id: 'accounts',
      heading: 'Contas e planos',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Preciso de uma conta?',
              text: 'Não para pesquisar, ler páginas de prestadores, comparar ou denunciar. Uma conta grátis abre o texto completo dos avisos e deixa-o seguir as suas denúncias.',
            },
            {
              term: 'O que traz o Premium?',
              text: 'Avaliações, análises mais profundas e os seus próprios alertas. A [página de preços](/pricing) mostra tudo, em rands sul-africanos.',
            },
            {
              term: 'Como cancelo?',
              text: 'A qualquer momento, em «Estado da conta», no seu [painel](/dashboard). Mantém o acesso até ao fim do período que pagou.',
            },
            {
              term: 'Como protejo a minha conta?',
              text: 'Use uma palavra-passe que não usa em mais lado nenhum. Na [página da sua conta](/account) pode juntar um segundo passo, ver onde tem sessão iniciada e mudar a palavra-passe. Esqueceu-a? [Peça uma nova](/forgot-password).',
            },
            {
              term: 'Como obtenho os meus dados ou apago a minha conta?',
              text: 'As duas coisas estão na [página da sua conta](/account), a qualquer momento.',
            },
          ],
        },
      ],
    },
    {
      id: 'privacy',
      heading: 'A sua privacidade quando denuncia',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Quem vê o meu nome?',
              text: 'Ninguém em público. Nunca publicamos quem enviou uma denúncia e não o dizemos ao prestador.',
            },
            {
              term: 'Quem vê o meu e-mail ou número de telefone?',
              text: 'Pode não dar nenhum dos dois. Se os der, são encriptados logo que chegam. O nosso programa de e-mail usa o endereço para lhe enviar a decisão. Fora disso, só uma pessoa designada da equipa os pode abrir, com um motivo escrito. Cada uso fica registado.',
            },
            {
              term: 'O que não devo escrever?',
              text: 'Palavras-passe, frases de recuperação, números de cartão e de identificação. Nunca precisamos deles. Mais na página [Privacidade](/privacy).',
            },
          ],
        },
      ],
    },
    {
      id: 'data',
      heading: 'Telemóveis, dados e línguas',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'O Hakiki funciona com uma ligação lenta ou cara?',
              text: 'Sim. As páginas são leves, e não carregamos tipos de letra, publicidade nem rastreadores de outras empresas.',
            },
            {
              term: 'Funciona sem JavaScript?',
              text: 'Pode ler, pesquisar, filtrar, ordenar e mudar de página sem ele. Em alguns navegadores, desligar o JavaScript também poupa dados.',
            },
            {
              term: 'Que línguas há?',
              text: 'Inglês, francês, português, suaíli e árabe. As páginas para empresas e programadores estão em inglês e francês. Os textos escritos por pessoas e prestadores ficam na sua própria língua.',
            },
          ],
        },
      ],
    },
    {
      id: 'contact',
      heading: 'Ainda precisa de ajuda?',
      blocks: [
        {
          kind: 'text',
          text: 'Escreva-nos com as suas palavras. Nunca pedimos a sua palavra-passe, a sua frase de recuperação nem um pagamento num chat.',
        },
        {
          kind: 'links',
          items: [
            { label: 'Contactar-nos', href: '/contact' },
            { label: 'Ler o guia de segurança', href: '/safety' },
            { label: 'Como funciona o Hakiki', href: '/about' },
          ],
        },
      ],
    },
  ],
};
