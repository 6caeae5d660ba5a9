import { useViewportSize } from '@mantine/hooks'
import type en from '#web/locales/en/notices.json'
import { defineTexts } from '#web/lib/texts.ts'
import { Card } from '#web/ui/card.tsx'
import { PageCell, PageGrid } from '#web/ui/page-grid.tsx'
import classes from './responsive.module.css'

const useTexts = defineTexts<typeof en>('notices')

/** Rows of cells in every size the grid knows, each adding up to twelve columns. */
const rows = [[12], [8, 4], [6, 6], [4, 4, 4], [2, 2, 2, 2, 2, 2]]

/** Shows how the page grid behaves at this window's width. */
export default function Responsive() {
  const t = useTexts()
  const { width, height } = useViewportSize()
  return (
    <main className={classes['page']}>
      <h1>{t('responsiveTitle')}</h1>
      <p>{t('responsiveSize', { width, height })}</p>
      <PageGrid>
        {rows.flatMap((row, at) =>
          row.map((size, index) => (
            <PageCell key={`${at} ${index}`} size={size}>
              <Card title={t('responsiveCell', { size })}>
                <div className={classes['fill']} />
              </Card>
            </PageCell>
          )),
        )}
      </PageGrid>
    </main>
  )
}
