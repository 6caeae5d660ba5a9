import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { answerCallsBy } from '#web/api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { SessionContext } from '#web/lib/session-store.ts'
import type { SessionState } from '#web/lib/session-store.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { PageSkeleton } from '#web/ui/states/loading.tsx'
import { answerExamples } from './example-answers.ts'
import { exampleIdentity, exampleStart } from './examples.ts'

/**
 * Where parts of screens behind sign-in are drawn without one: in a session, a survey and a cache of answers of their
 * own, with the contract's examples as answers.
 */
export function ExampleStage({ children }: { children: ReactNode }) {
  const [client] = useState(() => createQueryClient(notifyError))
  const [session] = useState(() =>
    createStore<SessionState>({
      identity: exampleIdentity,
      token: null,
      survey: exampleStart.survey.extName,
      drillPath: 'root',
      reports: [],
    }),
  )
  const [stage] = useState(() => createStore({ isReady: false }))
  const isReady = useStore(stage, (state) => state.isReady)
  useEffect(() => {
    answerCallsBy(answerExamples)
    // Not before: what is inside asks as soon as it is drawn.
    stage.set({ isReady: true })
    return () => answerCallsBy(null)
  }, [stage])
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={client}>
        {isReady ? <Suspense fallback={<PageSkeleton />}>{children}</Suspense> : <PageSkeleton />}
      </QueryClientProvider>
    </SessionContext>
  )
}
