import { chromium } from '@playwright/test'
import { browserFlags, findBrowser } from '../../../config/browser.mjs'
import type { Server } from './server'

/** Starts a separate browser whose profile is in this folder and remains there when it ends. */
export const launch = (folder: string, server: Server) =>
  // Chromium itself may crash as it starts, which is not what a test looks for.
  openProfile(folder, server).catch((error: unknown) => {
    if (!/SIGSEGV/.test(String(error))) throw error
    return openProfile(folder, server)
  })

const openProfile = (folder: string, server: Server) =>
  chromium.launchPersistentContext(folder, {
    executablePath: findBrowser(),
    // Without a graphics card it would be emulated, which costs more than painting without one.
    args: [...browserFlags, '--disable-gpu'],
    baseURL: server.url,
    headless: true,
    reducedMotion: 'reduce',
  })
