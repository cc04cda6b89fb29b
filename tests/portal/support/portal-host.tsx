// Provides how tests put a part of the portal on the screen: at an address, with a cache of its own.
import { act, type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { HashRouter, ToastHost } from '#portal/app/app.tsx'
import { appHistory } from '#portal/core/routing/hash-history.ts'

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <SWRConfig value={FRESH_CACHE}>
      <HashRouter>
        {children}
        <ToastHost />
      </HashRouter>
    </SWRConfig>
  )
}

const FRESH_CACHE = { provider: () => new Map() }

/** `rerender` of the answer draws another part in the same frame. */
export function openAt(address: string, part: ReactNode): RenderResult {
  act(() => appHistory.replace(address))
  return render(part, { wrapper: Frame })
}

/** The address behind the hash. */
export function here(): string {
  const { pathname, search } = appHistory.position().location
  return pathname + search
}

/** Markup of hostile input that became real elements or attributes. */
export function dangerIn(root: Element): string[] {
  const found: string[] = []
  for (const element of root.querySelectorAll('*')) {
    if (['script', 'iframe', 'object', 'embed', 'base'].includes(element.localName))
      found.push(element.localName)
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) found.push(`${element.localName} ${name}`)
      if (/^\s*(javascript|data|vbscript):/i.test(value) && ['href', 'src', 'action'].includes(name))
        found.push(`${element.localName} ${name}=${value}`)
    }
  }
  return found
}
