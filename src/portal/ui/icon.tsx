// Draws an icon by its name.
import { memo } from 'react'
import type { IconName } from '#shared/appearance/icon-names.ts'
import { DRAWINGS } from './generated/icon-drawings.ts'

interface Props {
  readonly name: IconName | (string & {})
  /** Spoken name; without it the icon is decoration. */
  readonly label?: string
  readonly className?: string
}

/**
 * Renders an icon by its name (`ICON_NAMES`). An unknown name renders an empty drawing; the configuration check
 * refuses unknown names in files. With `label` the icon has an accessible name; without it the icon is decoration.
 *
 * @example
 * <Icon name="book" label="图书" />
 */
export const Icon = memo(function Icon({ name, label, className }: Props) {
  const drawing = Object.hasOwn(DRAWINGS, name) ? DRAWINGS[name as IconName] : ''
  return (
    <svg
      className={className ? `eq-icon ${className}` : 'eq-icon'}
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth={3}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawings are generated files of this repository
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  )
})
