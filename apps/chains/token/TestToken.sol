// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC20} from '@openzeppelin/contracts/token/ERC20/ERC20.sol';

/// A plain token of a local chain, whose deployer may make as much of it as he likes.
contract TestToken is ERC20 {
    address private immutable minter;
    uint8 private immutable places;

    constructor(string memory name, string memory symbol, uint8 decimals_) ERC20(name, symbol) {
        minter = msg.sender;
        places = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return places;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, 'only the minter');
        _mint(to, amount);
    }
}
