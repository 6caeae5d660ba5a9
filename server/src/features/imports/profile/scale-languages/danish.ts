import { notAtAll } from '../scale-language.ts'
import type { Language } from '../scale-language.ts'

/** Answers in Danish. */
export const danish: Language = {
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
