// Provides what every test of the portal needs: what the page says of the portal, its colours, a clean page after each test,
// and patience on a busy machine.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { siteBlock } from './site-block.ts'

const block = document.createElement('script')
block.type = 'application/json'
block.id = 'site'
block.textContent = JSON.stringify(siteBlock())
document.head.append(block)

const tokens = document.createElement('style')
tokens.textContent = readFileSync(join(import.meta.dirname, '../../src/portal/styles/tokens.css'), 'utf8')
document.head.append(tokens)

// Every browser has it.
Object.assign(globalThis, { MessageChannel })
configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)
