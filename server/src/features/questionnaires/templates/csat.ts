import {
  choice,
  choiceQuestion,
  otherChoice,
  satisfactionSteps,
  scaleQuestion,
  textQuestion,
} from './template-parts.ts'

/** Satisfaction, and what it comes from. */
export const csatQuestions = [
  scaleQuestion(
    'satisfaction',
    {
      en: 'How satisfied are you with us overall?',
      sv: 'Hur nöjd är du med oss som helhet?',
      no: 'Hvor fornøyd er du med oss alt i alt?',
      da: 'Hvor tilfreds er du samlet set med os?',
      fi: 'Kuinka tyytyväinen olet meihin kokonaisuutena?',
    },
    satisfactionSteps,
    {
      required: true,
      title: { en: 'Satisfaction', sv: 'Nöjdhet', no: 'Tilfredshet', da: 'Tilfredshed', fi: 'Tyytyväisyys' },
    },
  ),
  choiceQuestion(
    'multiple',
    'reasons',
    {
      en: 'What did you think of when you answered?',
      sv: 'Vad tänkte du på när du svarade?',
      no: 'Hva tenkte du på da du svarte?',
      da: 'Hvad tænkte du på, da du svarede?',
      fi: 'Mitä ajattelit vastatessasi?',
    },
    [
      choice('staff', { en: 'The staff', sv: 'Personalen', no: 'De ansatte', da: 'Personalet', fi: 'Henkilökunta' }),
      choice('quality', { en: 'The quality', sv: 'Kvaliteten', no: 'Kvaliteten', da: 'Kvaliteten', fi: 'Laatu' }),
      choice('waiting', {
        en: 'The time it took',
        sv: 'Tiden det tog',
        no: 'Tiden det tok',
        da: 'Tiden, det tog',
        fi: 'Siihen kulunut aika',
      }),
      choice('price', { en: 'The price', sv: 'Priset', no: 'Prisen', da: 'Prisen', fi: 'Hinta' }),
      choice('information', {
        en: 'The information',
        sv: 'Informationen',
        no: 'Informasjonen',
        da: 'Informationen',
        fi: 'Tiedonsaanti',
      }),
      otherChoice('reasons_other'),
    ],
    {
      help: {
        en: 'You can choose several.',
        sv: 'Du kan välja flera.',
        no: 'Du kan velge flere.',
        da: 'Du kan vælge flere.',
        fi: 'Voit valita useita.',
      },
      title: { en: 'Reasons', sv: 'Orsaker', no: 'Årsaker', da: 'Årsager', fi: 'Syyt' },
    },
  ),
  textQuestion(
    'improve',
    {
      en: 'What should we do better?',
      sv: 'Vad bör vi göra bättre?',
      no: 'Hva bør vi gjøre bedre?',
      da: 'Hvad bør vi gøre bedre?',
      fi: 'Mitä meidän pitäisi parantaa?',
    },
    { showIf: 'satisfaction <= 3' },
  ),
  textQuestion(
    'best',
    {
      en: 'What did you like best?',
      sv: 'Vad tyckte du bäst om?',
      no: 'Hva likte du best?',
      da: 'Hvad syntes du bedst om?',
      fi: 'Mistä pidit eniten?',
    },
    { showIf: 'satisfaction >= 4' },
  ),
]
