import { longNames, longTitle } from '@gensvar/contract/widgets/example-states/words'
import type { Doubt } from '@gensvar/contract/doubts'
import { AlikeDecisions, DoubtCard } from '#web/features/doubts/service.ts'
import { Shown } from './shown.tsx'

const open: Doubt = {
  id: 'below:comfort',
  kind: 'below',
  variable: 'comfort',
  title: 'Comfort of the seat',
  words: '161 of 5,073 answers are 0, which looks like “not rated” on a scale 1-5.',
  examples: ['0'],
  choices: [
    { name: 'counted', label: 'Count them', effect: 'mean 1.87 of 5,073 answers' },
    { name: 'blank', label: 'Leave them out', effect: 'mean 2.20 of 4,912 answers' },
  ],
  chosen: 'blank',
  decided: null,
  locked: null,
  version: 1,
}

const decided: Doubt = {
  ...open,
  chosen: 'counted',
  decided: { through: 'person', by: 'Anna', at: '2026-11-03T09:00:00Z' },
}

const byCommand: Doubt = {
  ...open,
  chosen: 'counted',
  decided: { through: 'command', by: null, at: '2026-11-03T09:00:00Z' },
}

const long: Doubt = {
  ...open,
  variable: longNames[0],
  title: longTitle,
  words: longNames.join(' '),
  examples: [...longNames],
  choices: [
    { name: 'counted', label: longNames[1], effect: longNames[2] },
    { name: 'blank', label: longTitle, effect: '' },
    { name: 'third', label: longNames[0], effect: 'mean 2.20 of 4,912 answers' },
  ],
}

const alike: Doubt[] = [
  open,
  { ...open, id: 'below:legroom', title: 'Legroom' },
  { ...decided, id: 'above:legroom', kind: 'above', title: 'Legroom' },
  { ...decided, id: 'above:comfort', kind: 'above' },
]

const nothing = () => undefined

/** What an import was not sure of, in each state. */
export function DoubtsSection() {
  return (
    <>
      <Shown name="All of a kind, some of them decided" isBlock>
        <AlikeDecisions doubts={alike} isSaving={false} saved={{ choice: 'Count them', count: 2 }} onDecide={nothing} />
      </Shown>
      <Shown name="To decide" isBlock>
        <DoubtCard doubt={open} saving={null} isSaved={false} onDecide={nothing} />
      </Shown>
      <Shown name="Being saved" isBlock>
        <DoubtCard doubt={open} saving="counted" isSaved={false} onDecide={nothing} />
      </Shown>
      <Shown name="Just decided" isBlock>
        <DoubtCard doubt={decided} saving={null} isSaved onDecide={nothing} />
      </Shown>
      <Shown name="Decided earlier" isBlock>
        <DoubtCard doubt={decided} saving={null} isSaved={false} onDecide={nothing} />
      </Shown>
      <Shown name="Decided on the command line" isBlock>
        <DoubtCard doubt={byCommand} saving={null} isSaved={false} onDecide={nothing} />
      </Shown>
      <Shown name="Locked" isBlock>
        <DoubtCard
          doubt={{ ...open, locked: 'A later import replaced these answers.' }}
          saving={null}
          isSaved={false}
          onDecide={nothing}
        />
      </Shown>
      <Shown name="Long words" isBlock>
        <DoubtCard doubt={long} saving={null} isSaved={false} onDecide={nothing} />
      </Shown>
    </>
  )
}
