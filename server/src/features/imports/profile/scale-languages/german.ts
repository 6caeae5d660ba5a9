import { notAtAll } from '../scale-language.ts'
import type { Language } from '../scale-language.ts'

/** German, in which many exports of LimeSurvey are written, though the product does not speak it. */
export const german: Language = {
  strength: {
    4: 'äußerst|absolut|vollkommen|völlig',
    3: 'sehr|voll',
    1.7: 'ziemlich|ganz',
    1.5: 'eher|überwiegend',
    1: 'etwas|teilweise|mäßig',
    [-1.5]: 'nicht so|weniger|eher nicht|kaum',
    [-2]: 'nicht',
    [notAtAll]: 'gar nicht|überhaupt nicht',
  },
  neither: ['weder', 'noch'],
  middle: 'neutral|weder noch|teils teils|unentschieden|mittelmäßig',
  pairs: {
    satisfaction: ['zufrieden', 'unzufrieden'],
    quality: ['gut|gute|guter|positiv', 'schlecht|schlechte|schlechter|negativ'],
    agreement: ['trifft zu|zutreffend', 'unzutreffend'],
    likelihood: ['wahrscheinlich', 'unwahrscheinlich'],
    ease: ['einfach|leicht', 'schwierig|schwer'],
    importance: ['wichtig|relevant', 'unwichtig|irrelevant'],
  },
  phrases: {
    quality: { 4: 'ausgezeichnet|hervorragend|bestens', 0: 'okay|ok|befriedigend|ausreichend', [-4]: 'mangelhaft' },
    agreement: {
      4: 'stimme voll und ganz zu|trifft voll und ganz zu|stimme vollkommen zu',
      3: 'stimme voll zu|trifft voll zu|stimme völlig zu|trifft völlig zu',
      2: 'stimme zu',
      1.5: 'stimme eher zu|trifft eher zu',
      0: 'teils teils|weder noch',
      [-1.5]: 'stimme eher nicht zu|trifft eher nicht zu|lehne eher ab',
      [-2]: 'stimme nicht zu|trifft nicht zu|lehne ab',
      [-3]: 'stimme gar nicht zu|trifft gar nicht zu|stimme überhaupt nicht zu|trifft überhaupt nicht zu',
      [-4]: 'lehne voll und ganz ab|stimme ganz und gar nicht zu',
    },
    change: {
      3: 'viel besser|deutlich besser',
      2: 'besser|verbessert',
      1: 'etwas besser',
      0: 'unverändert|gleich|gleich geblieben|kein unterschied|keine veränderung',
      [-1]: 'etwas schlechter',
      [-2]: 'schlechter|verschlechtert',
      [-3]: 'viel schlechter|deutlich schlechter',
    },
    frequency: {
      4: 'immer',
      3: 'meistens',
      3.2: 'sehr oft|sehr häufig',
      2.5: 'oft|häufig|eher häufig',
      2: 'manchmal|gelegentlich',
      1: 'selten',
      0: 'nie|niemals',
    },
    'yes-no': { 2: 'ja|wahr', 0: 'teilweise|vielleicht', [-2]: 'nein|falsch' },
    ends: { 3: 'beste|höchste', [-3]: 'schlechteste|niedrigste' },
  },
}
