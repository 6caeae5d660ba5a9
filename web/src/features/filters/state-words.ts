import type { useAppTexts } from '#web/lib/use-app-texts.ts'

/** The text for the state of a sample; its number if it is unknown. */
export function stateWords(state: number, app: ReturnType<typeof useAppTexts>): string {
  const words = [
    app('sampleState0'),
    app('sampleState1'),
    app('sampleState2'),
    app('sampleState3'),
    app('sampleState4'),
  ]
  return words[state] ?? String(state)
}
