import { contentOf } from '@gensvar/contract/questionnaire-document'
import { documentOf, mainText } from './edited-document.ts'
import type { EditedDocument, EditedQuestion } from './edited-document.ts'

/** What is different in a questionnaire from another, for people: the kind and the question. */
export interface DocumentChange {
  kind: 'added' | 'removed' | 'changed' | 'moved' | 'around' | 'languages'
  /** Wording of the question; empty for what concerns the whole. */
  name: string
}

function nameOf(question: EditedQuestion): string {
  return question.variable ?? question.key
}

/** Names whose order is another among those that both have, as few as can be told. */
function movedNames(before: readonly string[], after: readonly string[]): Set<string> {
  const shared = before.filter((name) => after.includes(name))
  const places = after.filter((name) => before.includes(name)).map((name) => shared.indexOf(name))
  // The longest run of places that rises has stayed; all others have moved.
  const best: number[][] = []
  for (const place of places) {
    const longest = best.filter((run) => (run.at(-1) ?? -1) < place)
    const base = longest.reduce<number[]>((most, run) => (run.length > most.length ? run : most), [])
    best.push([...base, place])
  }
  const stayed = new Set(best.reduce<number[]>((most, run) => (run.length > most.length ? run : most), []))
  return new Set(shared.filter((_, place) => !stayed.has(place)))
}

/** What has to be done to get from one questionnaire to another. */
export function changesBetween(before: EditedDocument, after: EditedDocument): DocumentChange[] {
  const old = new Map(before.questions.map((question) => [nameOf(question), question]))
  const now = new Map(after.questions.map((question) => [nameOf(question), question]))
  const moved = movedNames([...old.keys()], [...now.keys()])
  const said = (document: EditedDocument, question: EditedQuestion) => mainText(document, question.wording)
  const text = (document: EditedDocument, question: EditedQuestion) =>
    contentOf(documentOf({ ...document, questions: [question] }).questions)
  const changes = [...now].flatMap(([name, question]): DocumentChange[] => {
    const was = old.get(name)
    if (was === undefined) return [{ kind: 'added', name: said(after, question) }]
    if (text(before, was) !== text(after, question)) return [{ kind: 'changed', name: said(after, question) }]
    return moved.has(name) ? [{ kind: 'moved', name: said(after, question) }] : []
  })
  const removed = [...old]
    .filter(([name]) => !now.has(name))
    .map(([, question]): DocumentChange => ({ kind: 'removed', name: said(before, question) }))
  const around = ({ questions: _questions, languages: _languages, ...rest }: EditedDocument) => contentOf(rest)
  return [
    ...changes,
    ...removed,
    ...(around(before) === around(after) ? [] : [{ kind: 'around', name: '' } as const]),
    ...(String(before.languages) === String(after.languages) ? [] : [{ kind: 'languages', name: '' } as const]),
  ]
}
