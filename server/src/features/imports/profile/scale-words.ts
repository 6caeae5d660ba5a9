/** Kinds of ordered answers in words. */
export type WordFamily =
  | 'satisfaction'
  | 'quality'
  | 'agreement'
  | 'likelihood'
  | 'ease'
  | 'importance'
  | 'frequency'
  | 'change'
  | 'yes-no'
  | 'ends'

/** "Not at all": as far down as the scale's other end is up. */
export const notAtAll = -9

/**
 * A number of what a word means, so that words can be ordered: above 0 good, 0 in the middle, below 0 bad. Only the order
 * and the sign count, and that opposites have opposite numbers.
 */
export type Degrees = Record<number, string>

/** The words of one language; alternatives are separated by `|`, in lower case without punctuation. */
export interface Language {
  /** Words that stand before or after an adjective. */
  strength: Degrees
  /** How "neither A nor B" is said, and middles that suit every family. */
  neither: readonly [neither: string, ...nor: string[]]
  middle: string
  /** Adjectives and their opposites. */
  pairs: Partial<Record<WordFamily, readonly [good: string, bad: string]>>
  /** Answers that are not an adjective with its strength. */
  phrases: Partial<Record<WordFamily, Degrees>>
}

const english: Language = {
  strength: {
    4: 'extremely|completely|totally|fully|entirely|absolutely',
    3: 'very|highly|strongly|really',
    1.7: 'moderately',
    1.5: 'fairly|quite|rather|mostly|somewhat|tend to|generally|partly',
    1: 'slightly|a little|mildly',
    [-1.5]: 'not very|not so|not that|not particularly',
    [-2]: 'not|do not|dont',
    [notAtAll]: 'not at all|do not at all',
  },
  neither: ['neither', 'nor', 'or'],
  middle: 'neutral|neither|neither nor|undecided|indifferent|mixed|in between|so so|average',
  pairs: {
    satisfaction: ['satisfied|happy|pleased|content', 'dissatisfied|unsatisfied|unhappy|displeased|disatisfied'],
    quality: [
      'good|well|positive|favorably|favorable|favourably|favourable',
      'bad|poor|badly|poorly|negative|unfavorably|unfavorable|unfavourably|unfavourable',
    ],
    agreement: ['agree', 'disagree'],
    likelihood: ['likely|probable', 'unlikely|improbable'],
    ease: ['easy|simple', 'difficult|hard|complicated'],
    importance: ['important', 'unimportant'],
  },
  phrases: {
    satisfaction: {
      0: 'neutral satisfied or dissatisfied',
      [-2]: 'neutral or dissatisfied|dissatisfied or neutral|neutral dissatisfied|not satisfied or neutral',
    },
    quality: {
      5: 'outstanding|exceptional|superb',
      4: 'excellent|perfect',
      3: 'great',
      0.5: 'fair',
      0: 'ok|okay|acceptable|medium|mediocre|satisfactory|adequate',
      [-4]: 'terrible|awful|horrible|unacceptable',
    },
    likelihood: {
      3: 'definitely|certainly|definitely would|definitely yes',
      2: 'probably|probably would|probably yes',
      0: 'maybe|perhaps|might or might not|possibly',
      [-2]: 'probably not|probably would not',
      [-3]: 'definitely not|certainly not|definitely would not',
    },
    change: {
      3: 'much better|a lot better|improved a lot|greatly improved|significantly improved',
      2: 'better|improve|improved|improves',
      1: 'slightly better|a little better|somewhat better|slightly improved',
      0: 'no effect|no change|no difference|unchanged|the same|about the same|stayed the same|no better or worse',
      [-1]: 'slightly worse|a little worse|somewhat worse',
      [-2]: 'worse|worsen|worsened|worsens',
      [-3]: 'much worse|a lot worse|significantly worsened',
    },
    frequency: {
      4: 'always|every time|all the time',
      3.5: 'almost always|nearly always',
      3.2: 'very often|very frequently',
      3: 'usually|mostly|most of the time',
      2.5: 'often|frequently',
      2: 'sometimes|some of the time',
      1.5: 'occasionally|now and then',
      1: 'rarely|seldom|hardly ever',
      0.5: 'almost never|very rarely|very seldom',
      0: 'never',
    },
    'yes-no': {
      3: 'yes definitely|yes completely|yes absolutely|yes very much',
      2: 'yes|y|true',
      0: 'partly|partially|yes partly|yes to some extent|to some extent|somewhat|maybe|yes and no',
      [-2]: 'no|n|false',
      [-3]: 'no not at all|no definitely not|not at all',
    },
    ends: { 3: 'best|highest', [-3]: 'worst|lowest' },
  },
}

const swedish: Language = {
  strength: {
    4: 'extremt|helt|fullständigt|fullt',
    3: 'mycket|väldigt|oerhört|i hög grad',
    1.5: 'ganska|rätt|relativt|tämligen|någorlunda|i stort sett|till stor del',
    1: 'något|lite|delvis|i viss mån',
    [-1.5]: 'inte så|inte särskilt',
    [-2]: 'inte|ej',
    [notAtAll]: 'inte alls',
  },
  neither: ['varken', 'eller'],
  middle: 'neutral|varken eller|mittemellan|sådär|så där',
  pairs: {
    satisfaction: ['nöjd|nöjda|nöjt|tillfredsställd', 'missnöjd|missnöjda|missnöjt|otillfredsställd'],
    quality: ['bra|god|gott|goda|positiv|positivt|positiva', 'dålig|dåligt|dåliga|negativ|negativt|negativa'],
    agreement: ['instämmer|håller med|stämmer|enig', 'tar avstånd|oenig'],
    likelihood: ['sannolikt|sannolik|troligt|trolig|troligen', 'osannolikt|osannolik|otroligt|otrolig'],
    ease: ['lätt|enkelt|enkel', 'svårt|svår|krångligt'],
    importance: ['viktigt|viktig|viktiga', 'oviktigt|oviktig|oviktiga'],
  },
  phrases: {
    satisfaction: { [-2]: 'neutral eller missnöjd' },
    quality: { 4: 'utmärkt|utmärkta|perfekt', 0: 'okej|ok|godkänt|godkänd|medel|acceptabelt|medelmåttigt' },
    agreement: {
      4: 'håller helt med|instämmer helt och hållet',
      2: 'stämmer bra|stämmer ganska bra',
      1: 'håller delvis med',
      [-1]: 'tar delvis avstånd',
      [-2]: 'stämmer dåligt|stämmer ganska dåligt|håller inte med',
      [-4]: 'tar helt avstånd|håller inte alls med|tar starkt avstånd',
    },
    likelihood: {
      3: 'absolut|definitivt|helt säkert',
      2: 'förmodligen|antagligen',
      0: 'kanske',
      [-2]: 'troligen inte|förmodligen inte|knappast',
      [-3]: 'absolut inte|definitivt inte',
    },
    change: {
      3: 'mycket bättre',
      2: 'bättre|förbättrats|förbättrad|förbättrat',
      1: 'något bättre|lite bättre',
      0: 'oförändrat|oförändrad|ingen skillnad|ingen förändring|som tidigare|varken bättre eller sämre',
      [-1]: 'något sämre|lite sämre',
      [-2]: 'sämre|försämrats|försämrad|försämrat',
      [-3]: 'mycket sämre',
    },
    frequency: {
      4: 'alltid|varje gång',
      3.5: 'nästan alltid',
      3.2: 'mycket ofta',
      3: 'oftast|för det mesta|vanligtvis',
      2.5: 'ofta',
      2: 'ibland',
      1: 'sällan',
      0.5: 'nästan aldrig|mycket sällan',
      0: 'aldrig',
    },
    'yes-no': {
      3: 'ja absolut|ja helt|ja helt och hållet',
      2: 'ja|sant',
      0: 'delvis|ja delvis|till viss del|kanske|både och',
      [-2]: 'nej|falskt',
      [-3]: 'nej inte alls|nej absolut inte|inte alls',
    },
    ends: { 3: 'bäst|bästa|högst', [-3]: 'sämst|sämsta|lägst' },
  },
}

const norwegian: Language = {
  strength: {
    4: 'ekstremt|helt|fullstendig',
    3: 'svært|meget|veldig',
    1.5: 'ganske|nokså|relativt|stort sett',
    1: 'litt|noe|delvis',
    [-1.5]: 'ikke så|ikke særlig',
    [-2]: 'ikke',
    [notAtAll]: 'ikke i det hele tatt|slett ikke|overhodet ikke',
  },
  neither: ['verken', 'eller'],
  middle: 'nøytral|verken eller|både og|middels',
  pairs: {
    satisfaction: ['fornøyd|fornøyde|tilfreds', 'misfornøyd|misfornøyde|utilfreds'],
    quality: ['bra|god|godt|gode|positiv|positivt', 'dårlig|dårlige|negativ|negativt'],
    agreement: ['enig|enige', 'uenig|uenige'],
    likelihood: ['sannsynlig|trolig', 'usannsynlig|lite sannsynlig'],
    ease: ['lett|enkelt|enkel', 'vanskelig|tungvint'],
    importance: ['viktig|viktige', 'uviktig|uviktige'],
  },
  phrases: {
    satisfaction: { [-2]: 'nøytral eller misfornøyd' },
    quality: { 4: 'utmerket|perfekt|fremragende', 0: 'ok|greit|akseptabelt|middels bra' },
    likelihood: {
      3: 'helt sikkert|absolutt',
      2: 'sannsynligvis',
      0: 'kanskje',
      [-2]: 'sannsynligvis ikke|neppe',
      [-3]: 'helt sikkert ikke|absolutt ikke',
    },
    change: {
      3: 'mye bedre',
      2: 'bedre|forbedret',
      1: 'noe bedre|litt bedre',
      0: 'uendret|ingen forskjell|ingen endring|som før|verken bedre eller dårligere',
      [-1]: 'noe dårligere|litt dårligere|noe verre|litt verre',
      [-2]: 'dårligere|verre|forverret',
      [-3]: 'mye dårligere|mye verre',
    },
    frequency: {
      4: 'alltid|hver gang',
      3.5: 'nesten alltid',
      3.2: 'svært ofte',
      3: 'som oftest|for det meste|vanligvis',
      2.5: 'ofte',
      2: 'av og til|noen ganger|iblant',
      1: 'sjelden',
      0.5: 'nesten aldri|svært sjelden',
      0: 'aldri',
    },
    'yes-no': {
      3: 'ja absolutt|ja helt',
      2: 'ja|sant',
      0: 'delvis|ja delvis|til en viss grad|i noen grad|kanskje',
      [-2]: 'nei|usant',
      [-3]: 'nei ikke i det hele tatt|nei slett ikke',
    },
    ends: { 3: 'best|beste|høyest', [-3]: 'verst|dårligst|dårligste|lavest' },
  },
}

const danish: Language = {
  strength: {
    4: 'ekstremt|helt|fuldstændig|fuldt ud|yderst|fuldt',
    3: 'meget|særdeles|rigtig',
    1.5: 'ganske|ret|nogenlunde|overvejende|forholdsvis|temmelig',
    1: 'lidt|noget|delvis|delvist',
    [-1.5]: 'ikke så|ikke særlig|ikke særligt|mindre',
    [-2]: 'ikke',
    [notAtAll]: 'slet ikke|overhovedet ikke',
  },
  neither: ['hverken', 'eller'],
  middle: 'neutral|hverken eller|både og|middel',
  pairs: {
    satisfaction: ['tilfreds|tilfredse', 'utilfreds|utilfredse'],
    quality: ['god|godt|gode|positiv|positivt', 'dårlig|dårligt|dårlige|negativ|negativt'],
    agreement: ['enig|enige', 'uenig|uenige'],
    likelihood: ['sandsynligt|sandsynlig', 'usandsynligt|usandsynlig'],
    ease: ['let|nemt|nem', 'svært|svær|vanskeligt|besværligt'],
    importance: ['vigtigt|vigtig|vigtige', 'uvigtigt|uvigtig|uvigtige|ligegyldigt'],
  },
  phrases: {
    satisfaction: { [-2]: 'neutral eller utilfreds' },
    quality: { 4: 'fremragende|udmærket|fortrinlig|perfekt', 0: 'ok|okay|acceptabel|acceptabelt|middelmådig' },
    likelihood: {
      3: 'helt sikkert|absolut',
      2: 'sandsynligvis',
      0: 'måske',
      [-2]: 'sandsynligvis ikke|næppe',
      [-3]: 'helt sikkert ikke|absolut ikke',
    },
    change: {
      3: 'meget bedre',
      2: 'bedre|forbedret',
      1: 'noget bedre|lidt bedre',
      0: 'uændret|ingen forskel|ingen ændring|som før|hverken bedre eller dårligere',
      [-1]: 'noget dårligere|lidt dårligere|noget værre|lidt værre',
      [-2]: 'dårligere|værre|forværret',
      [-3]: 'meget dårligere|meget værre',
    },
    frequency: {
      4: 'altid|hver gang',
      3.5: 'næsten altid',
      3.2: 'meget ofte',
      3: 'som regel|for det meste|oftest',
      2.5: 'ofte',
      2: 'nogle gange|af og til|sommetider|indimellem',
      1: 'sjældent',
      0.5: 'næsten aldrig|meget sjældent',
      0: 'aldrig',
    },
    'yes-no': {
      3: 'ja absolut|ja helt',
      2: 'ja|sandt',
      0: 'delvist|delvis|ja delvist|i nogen grad|til en vis grad|måske',
      [-2]: 'nej|falsk',
      [-3]: 'nej slet ikke|nej overhovedet ikke',
    },
    ends: { 3: 'bedst|bedste|højest', [-3]: 'værst|dårligst|dårligste|lavest' },
  },
}

const finnish: Language = {
  strength: {
    4: 'täysin|äärimmäisen|ehdottoman',
    3: 'erittäin|hyvin|todella|vahvasti',
    1.5: 'melko|jokseenkin|aika|varsin|suhteellisen|enimmäkseen|pääosin',
    1: 'hieman|osittain|jonkin verran|vähän|osin',
    [-1.5]: 'en kovin|ei kovin|en erityisen|ei erityisen',
    [-2]: 'en|ei|en ole|ei ole',
    [notAtAll]: 'en lainkaan|ei lainkaan|en ollenkaan|ei ollenkaan|en ole lainkaan',
  },
  neither: ['ei', 'eikä'],
  middle: 'neutraali|ei kumpikaan|siltä väliltä|keskinkertainen',
  pairs: {
    satisfaction: ['tyytyväinen|tyytyväisiä|tyytyväiset', 'tyytymätön|tyytymättömiä|tyytymättömät'],
    quality: ['hyvä|hyvää|hyvät|positiivinen|myönteinen', 'huono|huonoa|huonot|heikko|negatiivinen|kielteinen'],
    agreement: ['samaa mieltä', 'eri mieltä'],
    likelihood: ['todennäköistä|todennäköinen|todennäköisesti', 'epätodennäköistä|epätodennäköinen|epätodennäköisesti'],
    ease: ['helppoa|helppo|helposti', 'vaikeaa|vaikea|hankalaa|hankala'],
    importance: ['tärkeä|tärkeää|tärkeät', 'merkityksetön|merkityksetöntä|tarpeeton'],
  },
  phrases: {
    satisfaction: {
      0: 'ei tyytyväinen eikä tyytymätön|en tyytyväinen enkä tyytymätön',
      [-2]: 'neutraali tai tyytymätön',
    },
    quality: {
      4: 'erinomainen|erinomaista|täydellinen',
      3: 'kiitettävä',
      2: 'hyvin',
      0.5: 'tyydyttävä|kohtalainen',
      0: 'ok|ihan ok|kohtuullinen',
      [-1]: 'välttävä',
      [-2]: 'huonosti|heikosti',
      [-4]: 'kamala|surkea',
    },
    agreement: { 0: 'en samaa enkä eri mieltä|ei samaa eikä eri mieltä' },
    likelihood: {
      3: 'ehdottomasti|varmasti',
      2: 'luultavasti',
      0: 'ehkä',
      [-2]: 'tuskin|luultavasti en|luultavasti ei',
      [-3]: 'ehdottomasti en|en missään tapauksessa|varmasti en',
    },
    change: {
      3: 'paljon parempi|paljon paremmin',
      2: 'parempi|paremmin|parantunut',
      1: 'hieman parempi|hieman paremmin|vähän parempi',
      0: 'ennallaan|ei muutosta|ei eroa|sama kuin ennen',
      [-1]: 'hieman huonompi|hieman huonommin|vähän huonompi',
      [-2]: 'huonompi|huonommin|huonontunut',
      [-3]: 'paljon huonompi|paljon huonommin',
    },
    frequency: {
      4: 'aina|joka kerta',
      3.5: 'lähes aina|melkein aina',
      3.2: 'hyvin usein|erittäin usein',
      3: 'yleensä|useimmiten',
      2.5: 'usein',
      2: 'joskus|toisinaan|silloin tällöin',
      1: 'harvoin',
      0.5: 'lähes ei koskaan|hyvin harvoin|tuskin koskaan',
      0: 'ei koskaan|en koskaan',
    },
    'yes-no': {
      3: 'kyllä ehdottomasti|kyllä täysin',
      2: 'kyllä|tosi|joo',
      0: 'osittain|kyllä osittain|jossain määrin|ehkä',
      [-2]: 'ei|en|epätosi',
      [-3]: 'ei lainkaan|en lainkaan',
    },
    ends: { 3: 'paras|korkein', [-3]: 'huonoin|heikoin|matalin' },
  },
}

/** The words of the product's languages. */
export const ownLanguages: readonly Language[] = [english, swedish, norwegian, danish, finnish]
