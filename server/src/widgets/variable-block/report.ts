import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { translate } from '#server/platform/translate.ts'
import { indicatorTable } from '#server/widgets/shared/report-words.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { variableBlock } from './query.ts'

/** The tiles of a variable block as tables: its first row, then each block. */
export const variableBlockReport: WidgetReportOf<'variable-block'> = {
  async sections(request) {
    const { locale } = request.ctx
    const { variables, blocks = [] } = await variableBlock.data(request, {})
    return {
      sections: [
        indicatorTable(translate(say`Key figures`, locale), variables, locale),
        ...blocks.map((block) => indicatorTable(pickText(block.title, locale), block.variables, locale)),
      ],
      rows: null,
    }
  },
}
