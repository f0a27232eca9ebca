import { chromium } from '@playwright/test'
import { browserFlags, findBrowser } from '../../../config/browser.mjs'
import type { Server } from './server'

/** Starts a separate browser whose profile is in this folder and remains there when it ends. */
export const launch = (folder: string, server: Server) =>
  chromium.launchPersistentContext(folder, {
    executablePath: findBrowser(),
    args: browserFlags,
    baseURL: server.url,
    headless: true,
  })
