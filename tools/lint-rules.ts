/**
 * Our own lint rules. A row may have more fields than its type says, so a function that presents a row must name each
 * field of the reply: neither a rest element nor a spread of a row is allowed.
 */
interface Node {
  type: string;
  name?: string;
  argument?: Node;
  id?: Node | null;
  parent?: Node | null;
}

interface Context {
  filename: string;
  report: (found: { node: Node; message: string }) => void;
}

const isPresentFile = (filename: string): boolean => /(?:^|[/\\]|-)present\.ts$/.test(filename);

/** Whether an enclosing declaration or constant is named like a presenter. */
function isInPresenter(node: Node): boolean {
  for (let outer = node.parent; outer; outer = outer.parent) {
    const isNamed = outer.type === 'VariableDeclarator' || outer.type === 'FunctionDeclaration';
    if (isNamed && outer.id?.name?.startsWith('present')) return true;
  }
  return false;
}

const isPresenting = (context: Context, node: Node): boolean => isPresentFile(context.filename) || isInPresenter(node);

/** A list of columns already names each column. */
const isListOfColumns = ({ type, name = '' }: Node): boolean => type === 'Identifier' && /columns$/i.test(name);

const presentByName = {
  create: (context: Context) => ({
    RestElement(node: Node) {
      if (node.parent?.type !== 'ObjectPattern' || !isPresenting(context, node)) return;
      context.report({
        node,
        message: 'Name each field that leaves: the rest of a row may hold more than its type says.',
      });
    },
    SpreadElement(node: Node) {
      const { argument } = node;
      const isValue = argument?.type === 'Identifier' || argument?.type === 'MemberExpression';
      if (!isValue || node.parent?.type !== 'ObjectExpression' || isListOfColumns(argument)) return;
      if (!isPresenting(context, node)) return;
      context.report({ node, message: 'Name each field that leaves: a spread row may hold more than its type says.' });
    },
  }),
};

export default { meta: { name: 'repo' }, rules: { 'present-by-name': presentByName } };
