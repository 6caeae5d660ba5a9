import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Doubt } from '@gensvar/contract/doubts'
import { useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { AlikeDecisions } from './alike-decisions.tsx'
import { DoubtCard } from './doubt-card.tsx'
import classes from './doubt-list.module.css'
import { ImportsCard } from './imports-card.tsx'
import { useTexts } from './texts.ts'
import { doubtsQuery, useDecide, useDecideAlike } from './use-doubts.ts'

function Decidable({ survey, doubt }: { survey: string; doubt: Doubt }) {
  const decide = useDecide(survey, doubt)
  return (
    <DoubtCard
      doubt={doubt}
      saving={decide.isPending ? decide.variables : null}
      isSaved={decide.isSuccess}
      onDecide={(choice) => decide.mutate(choice)}
    />
  )
}

function Alike({ survey, doubts }: { survey: string; doubts: readonly Doubt[] }) {
  const decide = useDecideAlike(survey)
  const { variables: wish } = decide
  const label = wish?.doubts[0]?.choices.find(({ name }) => name === wish.choice)?.label
  return (
    <AlikeDecisions
      doubts={doubts}
      isSaving={decide.isPending}
      saved={decide.isSuccess && wish && label !== undefined ? { choice: label, count: wish.doubts.length } : null}
      onDecide={(chosen, done) => decide.mutate(chosen, { onSettled: done })}
    />
  )
}

/** So many are shown at first, and so many more at each click: a file of thousands of columns can raise as many. */
const shownAtOnce = 100

/** What imports into a survey were not sure of, for administrators to decide, now or later and again. */
export function DoubtList({ survey }: { survey: string }) {
  const t = useTexts()
  const format = useFormat()
  const query = useQuery(doubtsQuery(useQueryClient(), survey))
  const [most, setMost] = useState(shownAtOnce)
  return (
    <div className={classes['screen']}>
      <h1 className={classes['title']}>{t('title')}</h1>
      <DataState
        query={query}
        loading={<Loading height={320} />}
        isEmpty={({ doubts }) => doubts.length === 0}
        empty={<Empty title={t('nothingLeft')}>{t('nothingText')}</Empty>}
      >
        {({ doubts }) => {
          const open = doubts.filter(({ decided, locked }) => decided === null && locked === null).length
          return (
            <>
              <p className={classes['intro']}>{t('intro')}</p>
              <p className={classes['count']} role="status">
                {open === 0 ? t('nothingLeft') : t('open', { count: open, n: format.number(open) })}
              </p>
              <div className={classes['all']}>
                <Alike survey={survey} doubts={doubts} />
                <ul className={classes['list']}>
                  {doubts.slice(0, most).map((doubt) => (
                    <li key={doubt.id}>
                      <Decidable survey={survey} doubt={doubt} />
                    </li>
                  ))}
                </ul>
                {doubts.length > most && (
                  <Button variant="default" onClick={() => setMost(most + shownAtOnce)}>
                    {t('showMore', { n: format.number(doubts.length - most) })}
                  </Button>
                )}
              </div>
            </>
          )
        }}
      </DataState>
      <div className={classes['imports']}>
        <ImportsCard survey={survey} />
      </div>
    </div>
  )
}
