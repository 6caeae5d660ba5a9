/** What an answer can be like apart from the usual: nothing there, withheld, of few responses, with long words. */
export const answerStates = ['empty', 'withheld', 'few', 'long'] as const

/** One of these. */
export type AnswerState = (typeof answerStates)[number]

/** An example for each of the states. */
export type InStates<Answer> = { [State in AnswerState]: Answer }

/** Makes the example of each state. */
export function inStates<Answer>(make: (state: AnswerState) => Answer): InStates<Answer> {
  return { empty: make('empty'), withheld: make('withheld'), few: make('few'), long: make('long') }
}
