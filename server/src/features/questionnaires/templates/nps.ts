import { recommendationSteps, scaleQuestion, textQuestion } from './template-parts.ts'

/** The recommendation, its reason, and what would make it a better one. */
export const npsQuestions = [
  scaleQuestion(
    'recommend',
    {
      en: 'How likely are you to recommend us to a friend or colleague?',
      sv: 'Hur troligt är det att du skulle rekommendera oss till en vän eller kollega?',
      no: 'Hvor sannsynlig er det at du vil anbefale oss til en venn eller kollega?',
      da: 'Hvor sandsynligt er det, at du vil anbefale os til en ven eller kollega?',
      fi: 'Kuinka todennäköisesti suosittelisit meitä ystävälle tai työkaverille?',
    },
    recommendationSteps,
    {
      required: true,
      title: {
        en: 'Recommendation',
        sv: 'Rekommendation',
        no: 'Anbefaling',
        da: 'Anbefaling',
        fi: 'Suositteluhalukkuus',
      },
    },
  ),
  textQuestion('reason', {
    en: 'What is the main reason for your answer?',
    sv: 'Vad är den främsta anledningen till ditt svar?',
    no: 'Hva er hovedgrunnen til svaret ditt?',
    da: 'Hvad er den vigtigste grund til dit svar?',
    fi: 'Mikä on tärkein syy vastaukseesi?',
  }),
  textQuestion(
    'improve',
    {
      en: 'What could we do better?',
      sv: 'Vad kan vi göra bättre?',
      no: 'Hva kan vi gjøre bedre?',
      da: 'Hvad kan vi gøre bedre?',
      fi: 'Mitä voisimme tehdä paremmin?',
    },
    { showIf: 'recommend <= 8' },
  ),
]
