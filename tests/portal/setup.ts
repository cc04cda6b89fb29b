// Owns what every test of the portal needs: a clean page after each.
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)
