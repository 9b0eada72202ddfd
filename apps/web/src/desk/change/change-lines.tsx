/** The effects of a change: current and new values. */
import { Banner } from '../../ui/feedback.tsx'
import { DeskTable } from '../desk-table.tsx'
import type { Preview } from './change-wire.ts'
import { localize, t } from './change-texts.ts'

export type ChangeLinesProps = { readonly preview: Pick<Preview, 'lines' | 'warnings'> }

/** The changed values and the warnings. */
export function ChangeLines({ preview: { lines, warnings } }: ChangeLinesProps) {
  return (
    <>
      {lines.length > 0 && (
        <DeskTable label={t('previewTitle')} heads={[t('what'), t('before'), t('after')]}>
          {lines.map(({ text, before, after }) => (
            <tr key={text.en}>
              <th scope="row">{localize(text)}</th>
              <td>{before === null ? t('none') : localize(before)}</td>
              <td>{after === null ? t('none') : localize(after)}</td>
            </tr>
          ))}
        </DeskTable>
      )}
      {warnings.map((warning) => (
        <Banner key={warning.en} tone="warn">
          {localize(warning)}
        </Banner>
      ))}
    </>
  )
}
