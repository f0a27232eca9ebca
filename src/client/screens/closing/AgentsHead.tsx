import '#ui/text/visuallyHidden.css'

const figures = ['Expected', 'Collected', 'Counted', 'Difference']

/** The head of the table of agents: on the screen with their progress, and what opens the next step. */
export const AgentsHead = ({ isWhole = false }: { isWhole?: boolean }) => (
  <tr>
    <th scope="col">Agent</th>
    {isWhole && <th scope="col">Progress</th>}
    {figures.map((figure) => (
      <th key={figure} scope="col" className={isWhole && figure === 'Expected' ? 'number minor' : 'number'}>
        {figure}
      </th>
    ))}
    <th scope="col">State</th>
    {isWhole && (
      <th scope="col">
        <span className="visually-hidden">Next</span>
      </th>
    )}
  </tr>
)
