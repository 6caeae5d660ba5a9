import { useSurveyStart } from '#web/lib/survey-start.ts'
import { findComponent } from '@gensvar/contract/widgets/find-component'
import { widgets, isKnownType } from '@gensvar/contract/widgets/index'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import type { LocalText } from '@gensvar/contract/local-text'
import { useLocalText } from '#web/lib/local-text.ts'
import { useStore } from '#web/lib/store.ts'
import { Card } from '#web/ui/card.tsx'
import { useComponentViews } from '#web/widgets/component-views.ts'
import { usePageState } from '#web/widgets/page-state.ts'
import { useTexts } from '#web/widgets/texts.ts'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { Choices } from './choices.tsx'
import { usePeriodMenus } from './period-menus.ts'
import classes from './selection-block.module.css'

interface Item {
  id: string
  text: string
  /** The block's own component; null for one that is elsewhere on the page and named by its id. */
  own: AnyComponent | null
}

/** The sub-items with their words: the component's heading, else the name of its type, else its id. */
function useItems(config: WidgetProps<'selection-block'>['config']): Item[] {
  const text = useLocalText()
  const { survey } = useSurveyStart()
  return config.items.map((item) => {
    const component = typeof item === 'string' ? findComponent(survey.pages, item) : item
    const id = typeof item === 'string' ? item : item.config.id
    const heading = text(component?.config['title'] as LocalText | undefined)
    const name = component !== undefined && isKnownType(component.type) ? widgets[component.type].title : id
    return { id, text: heading || name, own: typeof item === 'string' ? null : item }
  })
}

/** A menu of the data shown, the component chosen in it, and the period menus of the charts among the items. */
export function SelectionBlock({ config }: WidgetProps<'selection-block'>) {
  const t = useTexts()
  const text = useLocalText()
  const { ComponentView } = useComponentViews()
  const { store } = usePageState()
  const chosen = useStore(store, (state) => state.chosen)
  const menus = usePeriodMenus()
  const items = useItems(config)
  const current = items.find((item) => item.id === chosen[config.id]) ?? items[0]
  const menu = config.periods && current !== undefined ? menus[current.id] : undefined
  const title = text(config.title)
  return (
    <Card title={title === '' ? undefined : title}>
      <div className={classes['menus']}>
        <Choices
          label={t('selectedData')}
          options={items.map((item) => ({ value: item.id, text: item.text }))}
          value={current?.id ?? ''}
          onChange={(id) => store.set({ chosen: { ...chosen, [config.id]: id } })}
        />
        {menu !== undefined && (
          <Choices
            label={t('periodOf', { title: menu.title })}
            options={menu.options}
            value={menu.value}
            onChange={menu.onChange}
          />
        )}
      </div>
      {current?.own != null && (
        <div className={classes['item']}>
          <ComponentView key={current.id} component={current.own} />
        </div>
      )}
    </Card>
  )
}
