// Draws the cell of an address outside the portal.
import { Icon } from '#portal/ui/icon.tsx'
import type { CellProps } from '#portal/widgets/widget-props.ts'

function hostOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, host } = new URL(address)
  return protocol === 'http:' || protocol === 'https:' ? host : null
}

export function LinkCell({ value, column }: CellProps) {
  const host = typeof value === 'string' ? hostOf(value) : null
  if (host === null) return <>{typeof value === 'string' && value ? value : '—'}</>
  return (
    <a className="eq-link" href={String(value)} target="_blank" rel="noopener noreferrer">
      <Icon name="link" />
      {column.label}（{host}）<span className="eq-sr-only">在新窗口打开</span>
    </a>
  )
}
