import {
  choiceQuestion,
  partlyChoices,
  recommendationSteps,
  satisfactionSteps,
  scaleQuestion,
  textQuestion,
} from './template-parts.ts'

/** A visit to a shop, a restaurant, a clinic: the whole and its parts. */
export const visitQuestions = [
  scaleQuestion(
    'overall_visit',
    {
      en: 'How satisfied are you with your visit overall?',
      sv: 'Hur nöjd är du med ditt besök som helhet?',
      no: 'Hvor fornøyd er du med besøket alt i alt?',
      da: 'Hvor tilfreds er du samlet set med dit besøg?',
      fi: 'Kuinka tyytyväinen olet käyntiisi kokonaisuutena?',
    },
    satisfactionSteps,
    {
      required: true,
      title: {
        en: 'Overall satisfaction',
        sv: 'Helhetsbetyg',
        no: 'Helhetsinntrykk',
        da: 'Samlet tilfredshed',
        fi: 'Kokonaistyytyväisyys',
      },
    },
  ),
  scaleQuestion(
    'staff',
    {
      en: 'How satisfied are you with the staff?',
      sv: 'Hur nöjd är du med personalen?',
      no: 'Hvor fornøyd er du med de ansatte?',
      da: 'Hvor tilfreds er du med personalet?',
      fi: 'Kuinka tyytyväinen olet henkilökuntaan?',
    },
    satisfactionSteps,
    {
      page: true,
      title: { en: 'Staff', sv: 'Personal', no: 'Ansatte', da: 'Personale', fi: 'Henkilökunta' },
    },
  ),
  scaleQuestion(
    'waiting',
    {
      en: 'How satisfied are you with the waiting time?',
      sv: 'Hur nöjd är du med väntetiden?',
      no: 'Hvor fornøyd er du med ventetiden?',
      da: 'Hvor tilfreds er du med ventetiden?',
      fi: 'Kuinka tyytyväinen olet odotusaikaan?',
    },
    satisfactionSteps,
    { title: { en: 'Waiting time', sv: 'Väntetid', no: 'Ventetid', da: 'Ventetid', fi: 'Odotusaika' } },
  ),
  scaleQuestion(
    'premises',
    {
      en: 'How satisfied are you with the premises?',
      sv: 'Hur nöjd är du med lokalerna?',
      no: 'Hvor fornøyd er du med lokalene?',
      da: 'Hvor tilfreds er du med lokalerne?',
      fi: 'Kuinka tyytyväinen olet tiloihin?',
    },
    satisfactionSteps,
    { title: { en: 'Premises', sv: 'Lokaler', no: 'Lokaler', da: 'Lokaler', fi: 'Tilat' } },
  ),
  choiceQuestion(
    'single',
    'found_it',
    {
      en: 'Did you get what you came for?',
      sv: 'Fick du det du kom för?',
      no: 'Fikk du det du kom for?',
      da: 'Fik du det, du kom for?',
      fi: 'Saitko sen, mitä tulit hakemaan?',
    },
    partlyChoices,
    {
      title: {
        en: 'Got what they came for',
        sv: 'Fick det de kom för',
        no: 'Fikk det de kom for',
        da: 'Fik det, de kom for',
        fi: 'Sai haluamansa',
      },
    },
  ),
  scaleQuestion(
    'recommend',
    {
      en: 'How likely are you to recommend us to others?',
      sv: 'Hur troligt är det att du skulle rekommendera oss till andra?',
      no: 'Hvor sannsynlig er det at du vil anbefale oss til andre?',
      da: 'Hvor sandsynligt er det, at du vil anbefale os til andre?',
      fi: 'Kuinka todennäköisesti suosittelisit meitä muille?',
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
  textQuestion('comment', {
    en: 'Is there anything that you want to tell us?',
    sv: 'Är det något du vill berätta för oss?',
    no: 'Er det noe du vil fortelle oss?',
    da: 'Er der noget, du vil fortælle os?',
    fi: 'Haluatko kertoa meille jotain?',
  }),
]
