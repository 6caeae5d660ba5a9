import { notAtAll } from '../scale-language.ts'
import type { Language } from '../scale-language.ts'

/** Answers in Norwegian. */
export const norwegian: Language = {
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
