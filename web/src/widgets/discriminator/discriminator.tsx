import { pickBranch } from '@gensvar/contract/widgets/pick-branch'
import { usePlace } from '#web/lib/place.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { useComponentViews } from '#web/widgets/component-views.ts'
import type { WidgetProps } from '#web/widgets/widget-props.ts'

/** The components of the branch that fits the user's role and the active view best; nothing if none fits. */
export function Discriminator({ config }: WidgetProps<'discriminator'>) {
  const { Components } = useComponentViews()
  const { role } = useIdentity()
  const { view } = usePlace()
  const branch = pickBranch(config.branches, { role, view })
  return branch === undefined ? null : <Components components={branch.components} />
}
