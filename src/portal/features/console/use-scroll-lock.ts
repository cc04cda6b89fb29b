// Locks the scroll position of the page behind a drawer or dialog. antd's lock adds a style without nonce.
import { useLayoutEffect } from 'react'

let open = 0

function lockScroll(): void {
  const { body, documentElement } = document
  open += 1
  if (open > 1) return
  // The bar that goes leaves its room, so that nothing behind moves.
  body.style.paddingRight = `${window.innerWidth - documentElement.clientWidth}px`
  documentElement.classList.add('eq-still')
}

function release(): void {
  open -= 1
  if (open > 0) return
  document.documentElement.classList.remove('eq-still')
  document.body.style.paddingRight = ''
}

export function useScrollLock(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    lockScroll()
    return release
  }, [isOpen])
}
