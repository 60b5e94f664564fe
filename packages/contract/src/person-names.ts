/** Word lists that distinguish names of people from other capitalised words. All in lower case, without accents. */

const toWordSet = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));

/** Common given names from Dakar to Durban; not complete. */
export const givenNames: ReadonlySet<string> = toWordSet(
  'abdou abdoulaye abdul abdullah abdullahi abel abena abigail abimbola abraham adama adamu adaeze adebayo adebola adekunle',
  'adeola adewale adjoua afia agnes ahmed ahmadou aicha aisha aissata aissatou akinyi akosua akua alain albert alex alexandre',
  'alfred alhassan alice ali alioune alphonse ama amadou amaka amanda amara ambrose amina aminata aminu amos anita ann anna',
  'anne anthony antoine arnaud arthur asha astou atieno awa ayodele ayesha babacar babajide bakary bamidele barbara bashir',
  'beatrice benjamin bernard bertrand bhekisizwe bilal binta boubacar brenda brian bruno busisiwe caroline catherine cecile',
  'charles cheikh chidi chidinma chiamaka chika chinedu chinonso chinwe chioma chipo christelle christine',
  'chukwu chukwuemeka claire claude clement collins constance cynthia cyril damilola daniel danjuma david deborah denis',
  'dennis diana didier dieudonne djibril dominic dorcas doris dorothy eba ebenezer ebuka edith edmond edward edwin ekene elias',
  'elijah elikem elizabeth elodie emeka emile emilie emmanuel emma ephraim eric ernest esi esther eunice eve evans fabrice',
  'fadila fanta farah farouk fatima fatou fatoumata felix ferdinand festus fiona florence folake francis francois',
  'frank franck fred fredrick funke funmi gabriel geoffrey george georges gerald gerard gideon gilbert gladys godfrey',
  'godwin goodluck habib hadiza halima hamidou hamza harriet harrison hassan hawa helene helen henri henry hermann herve',
  'hussein ibrahim ibrahima idris ifeanyi ifeoma ikechukwu irene isaac ismail ismael issa issouf ivan jacob',
  'jacqueline jacques jamal james jane janet jean jeanne jennifer jeremiah jerome jessica joan joel john johnson jonathan',
  'jordan joseph josephine joshua josiane joyce judith jules julien juliet julius justin kabelo kamau karim kassim kehinde',
  'kelechi kelvin kennedy kenneth kevin khadija khadijah khady koffi kofi kojo kossi kouadio kouame kouassi kwabena kwadwo',
  'kwaku kwame kwasi kwesi laila lamine lassana latifa laurent lerato leila lilian linda lindiwe lionel louis louise lucas',
  'lucia lucy lukman lydia mabel madeleine mahamadou maimouna malik mamadou mandla marc marcel margaret maria mariam mariama',
  'marie marieme mark martha martin martine mary mathieu matthew maurice maxwell mbali michael michel michelle miriam modou',
  'mohamed mohammed monica monique moses mohamadou mouhamed moussa muhammad munira musa mustapha mutua mwangi nadege naledi',
  'nana nancy naomi natasha ndeye ngozi nicolas njeri njoroge nkechi nkosana noah nomsa nomvula nonhlanhla norbert ntombi',
  'obinna ochieng odile ogechi olamide oliver olivier oluwaseun omar omari otieno oumar ousmane pamela pascal patrice patricia',
  'patrick paul paulin paulette paulina peter philip philippe pierre rachel rahma ramatou raphael rashid',
  'raymond rebecca regina remi richard robert rodrigue roger roland rosemary ruth sadia said salif salim salimata sally samira',
  'samson samuel sandra sani sarah seun seydou sharon sheila shola sibusiso sidi sifiso simon sipho siphiwe solange solomon',
  'sophie souleymane stanley stella stephen steve steven susan sylvain sylvie sylvester taiwo tanisha tapiwa tariq',
  'tatenda temitope tendai terence tesfaye thabo thandiwe thandi thierno thierry thomas timothy titus tobi tolu tom tony tshepo',
  'tunde uche uchenna umar usman valerie vanessa veronica victor victoria vincent violet vivian vusi wambui',
  'wanjiku wanjiru william wilson winnie wycliffe yacouba yakubu yao yasmine yaw yetunde yusuf yvette yvonne zainab zanele zawadi',
  'zeinab zodwa zuleikha',
);

/** Given names that are also words: a person only if another name follows. */
export const ambiguousNames: ReadonlySet<string> = toWordSet(
  'angel blessing charity christian comfort courage destiny divine faith favour fortune gift glory goodness grace happy hope',
  'innocent joy justice knowledge lovemore mercy miracle patience peace precious prince princess promise prudence queen rose',
  'success sunday thank trust victory wisdom aime benedicte bienvenu espoir felicite merveille parfait prosper sagesse',
);

/** Titles before a name, with or without a full stop. */
export const personTitles: ReadonlySet<string> = toWordSet(
  'mr mrs ms miss mister dr doctor prof professor pastor bishop prophet prophetess apostle evangelist reverend rev imam sheikh',
  'sheik cheikh chief alhaji alhaja hajia hadja hajj malam mallam oga madam sir barrister barr engr engineer captain colonel',
  'sergeant inspector honourable hon monsieur mme madame mlle mademoiselle maitre docteur pasteur professeur mzee mwalimu',
  'bwana mama baba uncle auntie aunty tonton tantie tata brother sister frere soeur',
);

/** Capitalised words that are no persons: places, companies, authorities and terms of the trade. */
export const nonPersonWords: ReadonlySet<string> = toWordSet(
  // Time.
  'january february march april may june july august september october november december janvier fevrier mars avril mai juin',
  'juillet aout septembre octobre novembre decembre monday tuesday wednesday thursday friday saturday sunday lundi mardi mercredi',
  'jeudi vendredi samedi dimanche christmas easter ramadan noel paques tabaski eid year',
  // Places.
  'africa afrique african africain africaine south sud north nord east est west ouest central centrale nigeria nigerian kenya',
  'kenyan ghana ghanaian uganda ugandan tanzania tanzanian zimbabwe botswana zambia zambian rwanda malawi mozambique ethiopia',
  'ethiopian egypt egypte egyptian morocco maroc moroccan tunisia tunisie algeria algerie senegal senegalese ivory cote coast',
  'ivoire cameroon cameroun cameroonian mali niger burkina faso togo benin guinea guinee gabon congo angola namibia lesotho',
  'eswatini sierra leone liberia gambia gambie madagascar mauritius maurice somalia sudan soudan libya libye chad tchad europe',
  'european america american china chinese dubai london londres paris france french francais english anglais uk usa united states',
  'kingdom lagos abuja kano ibadan port harcourt enugu kaduna nairobi mombasa kisumu nakuru eldoret johannesburg cape town durban',
  'pretoria soweto sandton polokwane bloemfontein accra kumasi tamale tema kampala entebbe jinja kigali dakar thies abidjan bouake',
  'yamoussoukro douala yaounde bafoussam cotonou lome bamako ouagadougou niamey libreville kinshasa brazzaville luanda',
  'antananarivo dar es salaam dodoma arusha harare bulawayo lusaka ndola gaborone maputo addis ababa cairo alexandria casablanca',
  'rabat tunis algiers alger windhoek plateau cocody yopougon island mainland city ville street road avenue house villa quartier',
  // Companies, networks and coins.
  'binance luno quidax bybit okx kucoin coinbase kraken bitget paxful noones remitano valr yellow card busha roqqu',
  'bundle ovex altcointrader metamask trust wallet ledger trezor phantom exodus whatsapp telegram facebook instagram tiktok twitter',
  'youtube google apple play store gmail yahoo outlook signal linkedin snapchat discord zoom meta mpesa m-pesa mtn momo airtel',
  'orange money wave vodacom vodafone safaricom telkom tigo moov ecobank uba gtbank gtb zenith access fidelity union sterling wema',
  'first national standard chartered stanbic absa nedbank capitec fnb equity kcb cooperative co-operative coop kuda opay palmpay',
  'moniepoint chipper cash flutterwave paystack paypal western moneygram skrill visa mastercard bitcoin ethereum ether tether solana',
  'ripple litecoin dogecoin tron shiba usdt usdc btc eth bnb xrp ponzi mavrodi mmm forex fx crypto cryptocurrency blockchain web defi',
  'nft token coin coins airdrop mining miner miners trade trades trader traders trading invest investment investments investor',
  'investors capital finance financial fund funds group groupe global international limited ltd inc plc llc sarl sa company',
  'holding holdings holdco bank banque exchange pay payment payments platform plateforme app application project projet programme',
  'program club academy academie school university universite college church eglise mosque hospital clinic hotel market marche mall',
  'support service services customer client care team equipe help desk helpdesk center centre office bureau agency agence manager',
  'director directeur officer executive ceo cfo coo chairman president secretary minister ministre government gouvernement ministry',
  'ministere police court tribunal authority autorite commission reserve revenue treasury securities sec fsca efcc cbn cma fsb cobac',
  'bceao beac apdp interpol network reseau online digital smart gold golden silver diamond premium vip plus pro elite',
  'prime star royal fast quick easy safe secure rapid express direct live new nouveau nouvelle big first best official officiel',
  'fake scam fraud alert warning urgent avertissement attention arnaque escroquerie faux fausse dear hello hi bonjour bonsoir',
  'congratulations felicitations welcome bienvenue please merci thanks thank god dieu allah jesus lord seigneur ok yes no',
  'daily weekly monthly gain gains yield yields return returns profit profits bonus level gas fee fees tax taxes kyc otp pin id sim sms bvn nin ussd atm vat p2p ai android iphone samsung',
  // Words that start a sentence in texts without full stops.
  'i im ive the a an he she it they we you my his her their our this that these those when then there where what who why how after',
  'before because but and or so if in on at to from for with since until while je il elle ils elles nous vous on le la les un une',
  'des mon ma mes son sa ses leur notre votre ce cet cette ces quand alors puis mais et ou donc car si dans sur avec depuis apres',
  'avant pour par not never only just also all every some many one two three nobody everybody someone',
);

/** Words that introduce a person's name. */
export const personIntroductions: ReadonlySet<string> = toWordSet(
  'brother sister mother father wife husband son daughter cousin uncle aunt nephew niece neighbour neighbor friend boss colleague',
  'landlord fiance fiancee girlfriend boyfriend agent recruiter frere soeur mere pere epouse epoux femme mari fils fille cousine',
  'oncle tante neveu voisin voisine ami amie patron collegue bailleur recruteur',
);

/** Words that introduce a name that is not a person's. */
export const thingIntroductions: ReadonlySet<string> = toWordSet(
  'platform app application company firm site website page scheme token coin group channel project programme program exchange',
  'wallet service bank fund broker brokerage bot game business community network contract software robot plan plateforme societe',
  'entreprise groupe canal chaine jeton projet programme service banque fonds courtier jeu communaute reseau logiciel',
);

/** Last words of the names of authorities, whose first words are capitalised like those of a person. */
export const institutionWords: ReadonlySet<string> = toWordSet(
  'authority commission bank board council agency bureau ministry office unit institute department court tribunal centre',
);
