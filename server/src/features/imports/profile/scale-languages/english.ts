import { notAtAll } from '../scale-language.ts'
import type { Language } from '../scale-language.ts'

/** Answers in English. */
export const english: Language = {
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
