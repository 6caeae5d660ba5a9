import { shownQuestions } from '@gensvar/contract/questionnaire-flow'
import type { PageData } from './page-data.ts'

/** Shows the questions that follow from what is entered, the texts of choices that ask for one, and what the button does. */
export function showQuestions(form: HTMLFormElement, { pages, page, texts }: PageData): void {
  const shown = shownQuestions(pages.flat(), enteredIn(form))
  for (const part of form.querySelectorAll<HTMLElement>('[data-question]'))
    part.hidden = !shown.has(part.dataset['question'] ?? '')
  for (const part of form.querySelectorAll<HTMLElement>('[data-other]'))
    part.hidden = !shown.has(part.dataset['other'] ?? '')
  const button = form.querySelector<HTMLButtonElement>('#on')
  if (!button) return
  const isLast = !pages.slice(page + 1).some((questions) => questions.some(({ name }) => shown.has(name)))
  button.value = isLast ? 'send' : 'next'
  button.textContent = isLast ? texts.send : texts.next
}

/** What is sent of a form: everything that is entered, and which questions are shown. */
export function sentForm(form: HTMLFormElement, go: string): URLSearchParams {
  const sent = pairsOf(form).filter(([name]) => name !== 's')
  for (const part of form.querySelectorAll<HTMLElement>('[data-question]:not([hidden])'))
    sent.push(['s', part.dataset['question'] ?? ''])
  return new URLSearchParams([...sent, ['go', go]])
}

function enteredIn(form: HTMLFormElement): Map<string, string[]> {
  const entered = new Map<string, string[]>()
  for (const [name, value] of pairsOf(form))
    if (name.startsWith('q.')) entered.set(name.slice(2), [...(entered.get(name.slice(2)) ?? []), value])
  return entered
}

function pairsOf(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : ''])
}
