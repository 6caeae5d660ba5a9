import {
  agreementSteps,
  choice,
  choiceQuestion,
  otherChoice,
  partlyChoices,
  scaleQuestion,
  textQuestion,
} from './template-parts.ts'

/** How easy it was to get help. */
export const cesQuestions = [
  scaleQuestion(
    'ease',
    {
      en: 'It was easy to get my matter handled.',
      sv: 'Det var enkelt att få mitt ärende hanterat.',
      no: 'Det var enkelt å få hjelp med saken min.',
      da: 'Det var nemt at få hjælp med min sag.',
      fi: 'Asiani hoitaminen oli helppoa.',
    },
    agreementSteps(7),
    {
      required: true,
      title: { en: 'Ease', sv: 'Enkelhet', no: 'Enkelhet', da: 'Nemhed', fi: 'Helppous' },
      help: {
        en: 'How much do you agree?',
        sv: 'Hur väl instämmer du?',
        no: 'Hvor enig er du?',
        da: 'Hvor enig er du?',
        fi: 'Kuinka samaa mieltä olet?',
      },
    },
  ),
  choiceQuestion(
    'single',
    'solved',
    {
      en: 'Is your matter settled?',
      sv: 'Är ditt ärende löst?',
      no: 'Er saken din løst?',
      da: 'Er din sag løst?',
      fi: 'Onko asiasi ratkennut?',
    },
    partlyChoices,
    { title: { en: 'Settled', sv: 'Löst', no: 'Løst', da: 'Løst', fi: 'Ratkennut' } },
  ),
  choiceQuestion(
    'single',
    'contact_way',
    {
      en: 'How did you contact us?',
      sv: 'Hur kontaktade du oss?',
      no: 'Hvordan kontaktet du oss?',
      da: 'Hvordan kontaktede du os?',
      fi: 'Miten otit meihin yhteyttä?',
    },
    [
      choice('phone_call', {
        en: 'By phone',
        sv: 'Via telefon',
        no: 'På telefon',
        da: 'Telefonisk',
        fi: 'Puhelimella',
      }),
      choice('mail', { en: 'By e-mail', sv: 'Via e-post', no: 'På e-post', da: 'Via e-mail', fi: 'Sähköpostilla' }),
      choice('chat', { en: 'By chat', sv: 'Via chatt', no: 'På chat', da: 'Via chat', fi: 'Chatissa' }),
      choice('website', {
        en: 'On the website',
        sv: 'På webbplatsen',
        no: 'På nettsiden',
        da: 'På hjemmesiden',
        fi: 'Verkkosivuilla',
      }),
      choice('in_person', { en: 'In person', sv: 'På plats', no: 'Personlig', da: 'Personligt', fi: 'Paikan päällä' }),
      otherChoice('contact_way_other'),
    ],
    { title: { en: 'Channel', sv: 'Kanal', no: 'Kanal', da: 'Kanal', fi: 'Kanava' } },
  ),
  textQuestion(
    'obstacle',
    {
      en: 'What made it difficult?',
      sv: 'Vad gjorde det svårt?',
      no: 'Hva gjorde det vanskelig?',
      da: 'Hvad gjorde det svært?',
      fi: 'Mikä teki siitä vaikeaa?',
    },
    { showIf: 'ease <= 4' },
  ),
]
