import { LetterTemplatePage } from '#web/features/templates/letter-template-page.tsx'

/** The editor of a letter's template. */
export default function LetterTemplate() {
  return <LetterTemplatePage />
}
