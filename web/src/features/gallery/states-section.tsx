import { longNames } from '@gensvar/contract/widgets/example-states/words'
import { ApiError } from '#web/lib/api-error.ts'
import { Broken } from '#web/ui/states/broken.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Loading, PageSkeleton } from '#web/ui/states/loading.tsx'
import { Notice } from '#web/ui/states/notice.tsx'
import { Empty, Failed, NoAccess, TooSlow } from '#web/ui/states/states.tsx'
import { queryIn } from './query-in.ts'
import { Shown } from './shown.tsx'

const nothing = () => undefined
const action = { text: 'Clear the filters', run: nothing }
const failure = new ApiError('internal', '', { requestId: 'a1b2c3d4' })

/** What stands where data would be. */
export function StatesSection() {
  return (
    <>
      <Shown name="Loading" isBlock>
        <Loading height={80} />
        <Loading lines={4} height={120} />
      </Shown>
      <Shown name="PageSkeleton" isBlock>
        <PageSkeleton />
      </Shown>
      <Shown name="Empty" isBlock>
        <Empty />
        <Empty title={`No answers for ${longNames[0]}`} action={action}>
          Filtered by Channel, Gender.
        </Empty>
        <Empty action={action} compact />
      </Shown>
      <Shown name="NoAccess" isBlock>
        <NoAccess />
        <NoAccess action={action} compact />
      </Shown>
      <Shown name="Failed" isBlock>
        <Failed error={failure} onRetry={nothing} />
        <Failed error={new ApiError('validation', 'There is no “XX” in this survey.')} compact />
      </Shown>
      <Shown name="TooSlow" isBlock>
        <TooSlow onRetry={nothing} />
        <TooSlow onRetry={nothing} compact />
      </Shown>
      <Shown name="Notice" isBlock>
        <Notice picture="empty" title={longNames[1]} action={action}>
          {longNames[2]}
        </Notice>
      </Shown>
      <Shown name="Broken" isBlock>
        <Broken error={new Error('Broken')} reset={nothing} />
      </Shown>
      <Shown name="DataState" isBlock>
        <DataState query={queryIn.failed(new ApiError('forbidden', ''))}>{String}</DataState>
        <DataState query={queryIn.failed(new ApiError('timeout', ''))}>{String}</DataState>
      </Shown>
    </>
  )
}
