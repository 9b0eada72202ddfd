// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC20} from '@openzeppelin/contracts/token/ERC20/ERC20.sol';

/// A token that misbehaves as real ones do: it takes a fee, answers false, stops, or tells of
/// transfers that never were. Anybody may switch it: it stands on local chains alone.
contract OddToken is ERC20 {
    uint8 private immutable places;
    uint256 public feePercent;
    bool public answersFalse;
    bool public paused;

    constructor(string memory name, string memory symbol, uint8 decimals_) ERC20(name, symbol) {
        places = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return places;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function behave(uint256 feePercent_, bool answersFalse_, bool paused_) external {
        require(feePercent_ <= 100, 'percent');
        feePercent = feePercent_;
        answersFalse = answersFalse_;
        paused = paused_;
    }

    /// Tells of a transfer, and moves nothing.
    function pretend(address from, address to, uint256 amount) external {
        emit Transfer(from, to, amount);
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        require(!paused, 'paused');
        if (answersFalse) return false;
        uint256 fee = (amount * feePercent) / 100;
        if (fee > 0) _burn(_msgSender(), fee);
        return super.transfer(to, amount - fee);
    }
}
