// Owns what every test of the portal needs: a clean page after each, and patience on a busy machine.
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)
