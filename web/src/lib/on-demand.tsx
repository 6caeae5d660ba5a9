import { lazy, Suspense, useEffect, useState } from 'react'
import type { ComponentType } from 'react'

interface Opens {
  opened: boolean
}

/**
 * A dialog or drawer whose code is loaded when it is first opened: most visits never open it. It is drawn closed before
 * it opens, so that it can remember which element had the focus and return it.
 */
export function whenOpened<Props extends Opens>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Dialog = lazy(async () => {
    const View = await load()
    function Ready(props: Props) {
      const [isDrawn, setDrawn] = useState(false)
      useEffect(() => setDrawn(true), [])
      return <View {...props} opened={props.opened && isDrawn} />
    }
    return { default: Ready }
  }) as ComponentType<Props>
  return function WhenOpened(props: Props) {
    const [isWanted, setWanted] = useState(props.opened)
    if (props.opened && !isWanted) setWanted(true)
    if (!isWanted) return null
    return (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    )
  }
}
