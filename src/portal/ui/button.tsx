// Draws the button.
import type { ButtonHTMLAttributes } from 'react'
import { names } from './format/class-names.ts'
import { Icon } from './icon.tsx'

export type ButtonVariant = 'plain' | 'primary' | 'accent' | 'danger' | 'text'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `accent` is the orange of the one main call to action of a page. */
  readonly look?: ButtonVariant
  readonly icon?: string
  readonly busy?: boolean
}

/**
 * Renders a button. `look` is its variant: `plain` (default), `primary`, `accent`, `danger` or `text`. `busy`
 * disables it while a call runs. It accepts all attributes of a native button; `type` is `button` by default, so
 * that it submits no form.
 *
 * @example
 * <Button look="primary" icon="add" onClick={() => console.log('clicked')}>添加</Button>
 */
export function Button({ look = 'plain', icon, busy, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={names('eq-button', `eq-button-${look}`, className)}
      aria-busy={busy || undefined}
      disabled={busy || rest.disabled}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}
