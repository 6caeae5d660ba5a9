import { notAtAll } from '../scale-language.ts'
import type { Language } from '../scale-language.ts'

/** Answers in Finnish. */
export const finnish: Language = {
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
