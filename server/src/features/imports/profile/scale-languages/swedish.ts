import { notAtAll } from '../scale-language.ts'
import type { Language } from '../scale-language.ts'

/** Answers in Swedish. */
export const swedish: Language = {
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
