import { Tabs } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useComponentViews } from '#web/widgets/component-views.ts'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import classes from './menu-block.module.css'

/** Tabs with titles over the chosen item's component. The choice is kept until the page is reloaded. */
export function MenuBlock({ config }: WidgetProps<'menu-block'>) {
  const text = useLocalText()
  const { ComponentView } = useComponentViews()
  const { survey } = useSurveyStart()
  const [stored, setStored] = useSessionStorage({
    key: `gensvar-menu ${survey.extName} ${config.id}`,
    defaultValue: 0,
    getInitialValueInEffect: false,
  })
  const chosen = config.items[stored] === undefined ? 0 : stored
  const item = config.items[chosen]
  const title = text(config.title)
  return (
    <section aria-label={title === '' ? undefined : title}>
      {title !== '' && <h2 className={classes['title']}>{title}</h2>}
      <Tabs value={String(chosen)} onChange={(value) => setStored(Number(value))} keepMounted={false}>
        <Tabs.List>
          {config.items.map((one, index) => (
            <Tabs.Tab key={index} value={String(index)}>
              {text(one.title)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={String(chosen)} pt="md">
          {item !== undefined && <ComponentView key={item.component.config.id} component={item.component} />}
        </Tabs.Panel>
      </Tabs>
    </section>
  )
}
