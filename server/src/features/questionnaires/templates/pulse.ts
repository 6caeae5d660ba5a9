import { agreementSteps, recommendationSteps, scaleQuestion, textQuestion } from './template-parts.ts'

/** How people are at work. */
export const pulseQuestions = [
  scaleQuestion(
    'enjoys_work',
    {
      en: 'On the whole I enjoy my work.',
      sv: 'På det hela taget trivs jag med mitt arbete.',
      no: 'Alt i alt trives jeg i jobben min.',
      da: 'Alt i alt er jeg glad for mit arbejde.',
      fi: 'Kaiken kaikkiaan viihdyn työssäni.',
    },
    agreementSteps(5),
    {
      title: { en: 'Enjoys work', sv: 'Trivsel', no: 'Trivsel', da: 'Trivsel', fi: 'Viihtyminen' },
      help: {
        en: 'How much do you agree with these statements?',
        sv: 'Hur väl instämmer du i dessa påståenden?',
        no: 'Hvor enig er du i disse påstandene?',
        da: 'Hvor enig er du i disse udsagn?',
        fi: 'Kuinka samaa mieltä olet näistä väittämistä?',
      },
    },
  ),
  scaleQuestion(
    'knows_goals',
    {
      en: 'I know what is expected of me.',
      sv: 'Jag vet vad som förväntas av mig.',
      no: 'Jeg vet hva som forventes av meg.',
      da: 'Jeg ved, hvad der forventes af mig.',
      fi: 'Tiedän, mitä minulta odotetaan.',
    },
    agreementSteps(5),
    { title: { en: 'Clear goals', sv: 'Tydliga mål', no: 'Tydelige mål', da: 'Klare mål', fi: 'Selkeät tavoitteet' } },
  ),
  scaleQuestion(
    'manager_support',
    {
      en: 'I get the help I need from my manager.',
      sv: 'Jag får den hjälp jag behöver av min chef.',
      no: 'Jeg får den hjelpen jeg trenger av lederen min.',
      da: 'Jeg får den hjælp, jeg har brug for, af min leder.',
      fi: 'Saan esihenkilöltäni tarvitsemaani apua.',
    },
    agreementSteps(5),
    {
      title: {
        en: "Manager's support",
        sv: 'Chefens stöd',
        no: 'Støtte fra leder',
        da: 'Støtte fra leder',
        fi: 'Esihenkilön tuki',
      },
    },
  ),
  scaleQuestion(
    'workload',
    {
      en: 'My workload is reasonable.',
      sv: 'Min arbetsbelastning är rimlig.',
      no: 'Arbeidsmengden min er rimelig.',
      da: 'Min arbejdsmængde er rimelig.',
      fi: 'Työmääräni on kohtuullinen.',
    },
    agreementSteps(5),
    { title: { en: 'Workload', sv: 'Arbetsbelastning', no: 'Arbeidsmengde', da: 'Arbejdsmængde', fi: 'Työmäärä' } },
  ),
  scaleQuestion(
    'recommend',
    {
      en: 'How likely are you to recommend your workplace to others?',
      sv: 'Hur troligt är det att du skulle rekommendera din arbetsplats till andra?',
      no: 'Hvor sannsynlig er det at du vil anbefale arbeidsplassen din til andre?',
      da: 'Hvor sandsynligt er det, at du vil anbefale din arbejdsplads til andre?',
      fi: 'Kuinka todennäköisesti suosittelisit työpaikkaasi muille?',
    },
    recommendationSteps,
    {
      page: true,
      title: {
        en: 'Recommendation',
        sv: 'Rekommendation',
        no: 'Anbefaling',
        da: 'Anbefaling',
        fi: 'Suositteluhalukkuus',
      },
    },
  ),
  textQuestion('improve', {
    en: 'What would make the greatest difference at your work?',
    sv: 'Vad skulle göra störst skillnad på ditt arbete?',
    no: 'Hva ville gjort størst forskjell på jobben din?',
    da: 'Hvad ville gøre den største forskel på dit arbejde?',
    fi: 'Mikä vaikuttaisi työhösi eniten?',
  }),
]
